// The child process of reader.ts: loads the models once and reads one photo after the other. It keeps no photo.
import { runChildWorker } from '../../platform/processes/child-process-main.ts';
import type { Evidence } from './evidence.ts';

runChildWorker<Uint8Array, Evidence>(async () => {
  const [{ loadModels }, { readMeterPhoto }] = await Promise.all([
    import('./models.ts'),
    import('./read-meter-photo.ts'),
  ]);
  const models = await loadModels();
  return (jpeg) => readMeterPhoto(models, jpeg);
});
