// Guessable passwords: the first that somebody would try are known in their usual disguises, and a good one is not taken for one of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isGuessable } from './common-passwords.ts';

test('the first guesses of everybody are recognised, with endings, capitals and letters replaced', () => {
  for (const password of [
    'password',
    'Password1',
    'P@ssw0rd',
    'password123!',
    '12345678',
    '87654321',
    '11111111',
    '        ',
    'aaaaaaab',
    'abcdefgh',
    'qwertyuiop',
    'Qwerty123',
    '1q2w3e4r',
    'iloveyou',
    'letmein!',
    'Parool123',
    'tallinn2026',
    'abcabcabc',
    '12121212',
    'zaq12345'.replace('zaq', 'qwerty'),
    'Salasõna1',
  ])
    assert.ok(isGuessable(password), password);
});

test('a password that is somebody’s own is left alone', () => {
  for (const password of [
    'correct horse battery staple',
    'a good password',
    'another good password',
    'hobune ja vanker',
    'Kx7#mQ2p',
    'õige hobune',
    'tallinnas sajab vihma',
  ])
    assert.ok(!isGuessable(password), password);
});
