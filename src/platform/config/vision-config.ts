// Settings of an external vision model for photos of meters: only for the named organizations, because photos leave the service.
import { OperatorError } from '../errors.ts';
import { isId } from '../values/ids.ts';
import { trimEndOf } from '../values/text.ts';

/** An endpoint with the OpenAI chat completions API. `url` has no trailing slash. */
export type VisionConfig = {
  readonly url: string;
  readonly key: string | undefined;
  readonly model: string;
  /** The organizations that agreed. */
  readonly tenants: ReadonlySet<string>;
};

/** Reads the settings; undefined without OCR_VISION_URL. Throws OperatorError naming the invalid variable; never shows the key. */
export function readVisionConfig(environment: Readonly<Record<string, string | undefined>>): VisionConfig | undefined {
  const get = (name: string) => environment[name]?.trim() || undefined;
  const text = get('OCR_VISION_URL');
  const left = ['OCR_VISION_MODEL', 'OCR_VISION_KEY', 'OCR_VISION_TENANTS'].find((name) => get(name) !== undefined);
  if (text === undefined && left !== undefined)
    throw new OperatorError(`${left} is set without OCR_VISION_URL: set that too, or take it away.`);
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '' || url.hash !== '')
    throw new OperatorError('OCR_VISION_URL must be an http or https URL such as https://vision.example.org/v1.');
  const model = get('OCR_VISION_MODEL');
  if (model === undefined) throw new OperatorError('OCR_VISION_MODEL must name a model, as OCR_VISION_URL is set.');
  const tenants = (get('OCR_VISION_TENANTS') ?? '').split(',').map((id) => id.trim());
  if (tenants.length === 0 || !tenants.every(isId))
    throw new OperatorError('OCR_VISION_TENANTS must be ids of the organizations that agreed, with commas.');
  return { url: trimEndOf(text, '/'), key: get('OCR_VISION_KEY'), model, tenants: new Set(tenants) };
}
