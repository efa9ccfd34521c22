// Tests of the texts that the service writes: each language is whole.
import { test } from 'node:test';
import { assertComplete } from '../../test/catalogues.ts';
import { serviceWords } from './service-words.ts';

test('each language has every text of English, the same values in it, and its own plural forms', () => {
  assertComplete(serviceWords);
});
