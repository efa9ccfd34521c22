// Tests of the settings of a vision model.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readVisionConfig } from './vision-config.ts';

test('a vision model is used only when its URL, name and organizations are all set, and its key is never shown', () => {
  const tenant = '019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e10';
  const all = {
    OCR_VISION_URL: 'https://vision.example.org/v1/',
    OCR_VISION_MODEL: 'seer',
    OCR_VISION_KEY: 'sesame',
    OCR_VISION_TENANTS: tenant,
  };
  const vision = readVisionConfig(all);
  assert.deepEqual(vision, {
    url: 'https://vision.example.org/v1',
    key: 'sesame',
    model: 'seer',
    tenants: new Set([tenant]),
  });
  for (const [name, value] of [
    ['OCR_VISION_URL', 'ftp://vision.example.org'],
    ['OCR_VISION_URL', 'https://user:sesame@vision.example.org'],
    ['OCR_VISION_URL', ''],
    ['OCR_VISION_MODEL', ''],
    ['OCR_VISION_TENANTS', ''],
    ['OCR_VISION_TENANTS', 'everybody'],
  ] as const)
    assert.throws(
      () => readVisionConfig({ ...all, [name]: value }),
      (error: Error) => error.message.includes(name) && !error.message.includes('sesame'),
      `${name}, ${value}`,
    );
});
