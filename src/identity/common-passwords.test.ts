// Tests of guessable passwords: well-known passwords are rejected in their usual variations, so are the person’s own
// names, and good passwords are accepted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { containsName, isGuessable } from './common-passwords.ts';

/** From the yearly lists of the most used passwords, those that are long enough. */
const wellKnown = `
  12345678 123456789 1234567890 12345678910 0987654321 87654321 987654321 11111111 00000000 88888888 66666666 99999999 11223344 112233445566
  1122334455 12341234 123123123 123321123 147258369 1234qwer 12345qwert 123qweasd 123qwe123 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 1qaz@wsx 1qaz!qaz
  zaq12wsx zaq1zaq1 q1w2e3r4 q1w2e3r4t5 qwer1234 qwert123 qwerty12 qwerty123 qwerty1234 qwerty12345 qwertyui qwertyuiop qwerty!1 Qwerty@123 qazwsxedc
  qazwsx123 asdfghjk asdfghjkl asdf1234 asdfasdf asdasdasd zxcvbnm1 zxcvbnm123 password Password password1 Password1 password12 password123
  password1234 Password123! Password@123 Password@1 P@ssw0rd P@ssword P@$$w0rd p4ssw0rd passw0rd Passw0rd! P@ssw0rd123 Pa$$w0rd Pass@123 Pass1234
  passwort password! mypassword password2 passpass letmein1 letmein123 letmein! trustno1 iloveyou iloveyou1 iloveyou2 iloveyou! ilovegod lovelove
  loveyou1 admin123 Admin@123 admin1234 administrator adminadmin root1234 rootroot test1234 testtest test12345 Test@123 testing123 guest123 user1234
  demo1234 Demo@123 welcome1 welcome123 Welcome@123 Welcome1! changeme changeme1 secret123 default1 master123 access14 abcd1234 Abcd@1234 abc12345
  abc123456 abcd12345 Abc@1234 abcdefgh abcdefg1 a1b2c3d4 a1234567 a12345678 a123456789 aa123456 Aa123456 Aa@123456 aa12345678 aaaaaaaa zzzzzzzz
  football football1 baseball baseball1 basketball superman superman1 batman123 spiderman starwars starwars1 pokemon1 princess princess1 sunshine
  sunshine1 butterfly chocolate cheese123 whatever whatever1 computer computer1 internet michelle michael1 jennifer jessica1 charlie1 jordan23
  daniel123 ashley12 andrew12 samantha victoria elizabeth christian benjamin nicholas alexander alexandra jonathan patricia liverpool liverpool1
  chelsea1 arsenal1 manchester barcelona juventus realmadrid yankees1 steelers dolphins redskins metallica slipknot blink182 rockstar rock1234
  nirvana1 mustang1 corvette mercedes ferrari1 yamaha12 harley12 dragon12 dragon123 monkey12 monkey123 shadow12 ginger12 hunter12 tigger12 freedom1
  maverick midnight cocacola marlboro hello123 helloworld hello1234 goodluck lovers123 fuckyou1 fuckyou2 asshole1 bullshit pa55word summer2023
  Summer2024! winter2023 Spring2025! autumn2024 January2024 Monday123 december1 q1w2e3r4t5y6 1234abcd 123abc123 abc123abc pakistan india123 India@123
  gfhjkm123 samsung1 samsung123 google123 facebook1 minecraft naruto123 pokemon123 killer123 sparky12 bailey12 buster12 cookie123 peanut12 banana12
  orange12 purple12 flower123 jesus123 jesuschrist heaven12 angel123 angels12 blessed1 forever1 friends1 sweetheart babygirl babygirl1 lovely123
  qwertyqwerty 12121212 10101010 10203040 11112222 12344321 123454321 55555555 77777777 22222222 31415926 19841984 20202020 1q2w3e4r5t6y 1qaz2wsx3edc
  3edc4rfv zxcvbnm, asdfghjkl; parool123 Parool2024 salasona1 Salasõna1 tallinn1 tallinn2026 kallis123 armastus1 natasha1
`
  .trim()
  .split(/\s+/);

test('no well-known password is accepted', () => {
  assert.ok(wellKnown.length >= 176);
  assert.ok(wellKnown.every((password) => password.length >= 8));
  assert.deepEqual(
    wellKnown.filter((password) => !isGuessable(password)),
    [],
  );
});

test('capitals, accents, added digits and signs, replaced letters, runs and repetitions do not hide a known password', () => {
  for (const password of [
    'PASSWORD',
    '  password ',
    '2026password',
    '!!dragon99!!',
    'Dr@g0n2026',
    'S@lasõna',
    'lkjhgfdsa',
    'mnbvcxz1',
    'hobuhobu',
    'kala!kala!',
    '        ',
    'abababab',
  ])
    assert.ok(isGuessable(password), password);
});

test('a password of the person’s own invention is accepted', () => {
  for (const password of [
    'correct horse battery staple',
    'a good password',
    'another good password',
    'hobune ja vanker',
    'Kx7#mQ2p',
    'õige hobune',
    'tallinnas sajab vihma',
    'orange84720561',
  ])
    assert.ok(!isGuessable(password), password);
});

test('a password that contains a name of at least four letters is recognised, however it is written', () => {
  const names = ['Mari Kõrgemäe', 'mari.k@vald.korteriyhistu.ee', 'KÜ Kase 12'];
  for (const password of [
    'Mari ja vanker',
    'xKORGEMAEx',
    'kõrg-e-mäe!',
    'm4r1 ja vanker',
    'meie korteriyhistu',
    'vald ja vanker',
    'suur k@se puu',
    'kukase12!',
  ])
    assert.ok(containsName(password, names), password);
  for (const password of ['hobune ja vanker', 'k ku 12 ee', 'marjad metsas'])
    assert.ok(!containsName(password, names), password);
  assert.ok(!containsName('a good password', ['', '  ', '@', 'Jüri', 'owner@example.org']));
});
