// The generated part of the Python package: a method for each operation. Equal documents give equal text.
import { type ApiDocument, type ClientOperation, clientOperations } from './api-operations.ts';

/** The text of packages/python/haldur/_operations.py. */
export function pythonOperations(document: ApiDocument): string {
  return [
    '"""The operations of the API. Written by `npm run openapi` from docs/openapi.json: not by hand."""',
    '',
    'from __future__ import annotations',
    '',
    'from typing import Any, Mapping, Optional, Union',
    '',
    'from ._http import HttpClient, Items, segment',
    '',
    'Json = Any',
    'Query = Union[str, int, bool, Mapping[str, str], None]',
    '',
    '',
    'class Operations:',
    '    """A method for each operation. Parameters and fields have the names of the API."""',
    '',
    '    _http: HttpClient',
    ...clientOperations(document).flatMap((operation) => ['', ...pythonMethod(operation)]),
    '',
  ].join('\n');
}

function pythonMethod(operation: ClientOperation): string[] {
  const { name, method, path, kind, isPublic, body, takesVersion } = operation;
  const address = path.replace(/\{(\w+)\}/g, (_all, parameter) => `{segment(${snakeCase(parameter)})}`);
  const query = operation.query.map((parameter) => `"${parameter.name}": ${parameter.name}`);
  const request = [
    `"${method}"`,
    `${address === path ? '' : 'f'}"${address}"`,
    ...(body === undefined ? [] : ['body=body']),
    ...(query.length === 0 ? [] : [`query={${query.join(', ')}}`]),
    ...(isPublic ? ['is_public=True'] : []),
    ...(takesKey(operation) ? ['idempotency_key=idempotency_key'] : []),
    ...(takesVersion ? ['if_match=if_match'] : []),
    'strict=strict',
  ];
  return [
    `    def ${snakeCase(name)}(`,
    ...parametersOf(operation).map((parameter) => `        ${parameter},`),
    `    ) -> ${{ list: 'Items', file: 'bytes', object: 'Json', nothing: 'None' }[kind]}:`,
    ...docString(operation),
    `        ${kind === 'nothing' ? '' : 'return '}self._http.${kind}(${request.join(', ')})`,
  ];
}

function parametersOf(operation: ClientOperation): string[] {
  const { pathParameters, body, query } = operation;
  const named = query.map((parameter) => `${parameter.name}: Query = None`);
  if (takesKey(operation)) named.push('idempotency_key: Optional[str] = None');
  if (operation.takesVersion) named.push('if_match: Optional[str] = None');
  named.push('strict: Optional[bool] = None');
  return [
    'self',
    ...pathParameters.map((parameter) => `${snakeCase(parameter.name)}: str`),
    ...(body === undefined
      ? []
      : [body.required ? 'body: Mapping[str, Json]' : 'body: Optional[Mapping[str, Json]] = None']),
    '*',
    ...named,
  ];
}

/** A POST has a key of its own unless the caller names one. */
const takesKey = ({ method }: ClientOperation) => method === 'POST';

function docString({ summary, description, method, path, query }: ClientOperation): string[] {
  const lines = query
    .filter((parameter) => parameter.description !== undefined)
    .map((parameter) => `        ${parameter.name}: ${plain(parameter.description ?? '')}`);
  const first = `        """${summary}: ${method} ${path}.`;
  return [first, '', `        ${plain(description)}`, ...(lines.length === 0 ? [] : ['', ...lines]), '        """'];
}

const plain = (text: string) => text.replace(/\s+/g, ' ').replaceAll('\\', '\\\\').replaceAll('"""', "'''");

/** `listBuildings` becomes `list_buildings`. */
function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
