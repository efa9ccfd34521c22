// A history as commands for a shell: one curl line for each request, with variables for what earlier responses
// returned.
import { namesIn, requestOf, type Step } from './steps.ts';

/** The lines of steps with their numbers in the history. A response that a later step uses is stored in a variable. */
export function curlLines(
  steps: readonly { readonly nth: number; readonly step: Step }[],
  valueNamed: (name: string) => string | undefined,
): string[] {
  const used = new Set(steps.flatMap(({ step }) => namesIn(step)));
  return steps
    .flatMap(({ nth, step }) => {
      if ('letterTo' in step)
        return [
          `# Step ${nth}: ${variable(`${nth}.token`)} is the token in the newest letter to ${JSON.stringify(step.letterTo)}.`,
        ];
      const { method, url, headers, body } = requestOf(step, (name) => `\${${variable(name)}}`);
      const parts = [
        `curl -sS -X ${method} "$HALDUR${escaped(url.replace(/%24%7B(\w+)%7D/g, (_, name) => `\${${name}}`))}"`,
        ...Object.entries(headers).map(([name, value]) => `-H "${escaped(`${name}: ${value}`)}"`),
        ...dataOption(body),
      ];
      const results = [...used].filter((name) => name.startsWith(`${nth}.`));
      const line = parts.join(' ');
      const comment = `# Step ${nth}: ${step.operation} as ${step.actor}`;
      if (results.length === 0) return [comment, line];
      const reads = results.map((name) => `${variable(name)}=$(jq -r '${jqPath(name)}' response.json)`);
      return [comment, `${line} -o response.json; ${reads.join('; ')}`];
    })
    .concat(worldComment(used, valueNamed));
}

/** Bytes are decoded by the shell. Of a long text there is only the beginning. */
function dataOption(body: string | Buffer | undefined): string[] {
  if (body === undefined) return [];
  if (typeof body === 'string') return [`-d "${escaped(body.slice(0, 4000))}"`];
  return [`--data-binary @<(base64 -d <<<"${body.toString('base64')}")`];
}

/** What the life had before the first step. */
function worldComment(used: ReadonlySet<string>, valueNamed: (name: string) => string | undefined): string[] {
  const given = [...used].filter((name) => !/^\d+\./.test(name));
  return given.map((name) => `# ${variable(name)}: ${name}, here ${valueNamed(name) ?? 'unknown'}`);
}

const variable = (name: string) => `v_${name.replace(/\W/g, '_')}`;

const jqPath = (name: string) =>
  name
    .split('.')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${JSON.stringify(part)}`))
    .join('');

/** Inside double quotes; `${name}` stays a variable. */
function escaped(text: string): string {
  return text.replace(/[\\"`]/g, '\\$&').replace(/\$(?!\{v_)/g, '\\$');
}
