// The reading process: loads the models once and looks at one photo after the other, for reader.ts. It holds nothing but the photo before it.
import { runChildWorker } from '../../platform/processes/child-process-main.ts';
import type { Evidence } from './evidence.ts';

runChildWorker<Uint8Array, Evidence>(async () => {
  const [{ loadModels }, { readMeterPhoto: look }] = await Promise.all([
    import('./models.ts'),
    import('./read-meter-photo.ts'),
  ]);
  const models = await loadModels();
  return (jpeg) => look(models, jpeg);
});
