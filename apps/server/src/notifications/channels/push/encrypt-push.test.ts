import { expect, test } from 'vitest';
import { areUsable, encryptPush } from './encrypt-push.ts';
import { toPayload } from './push.channel.ts';

const KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

test('the example of RFC 8291 comes out byte by byte', () => {
  const body = encryptPush('When I grow up, I want to be a watermelon', KEYS, {
    privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
    salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
  });
  expect(body.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK' +
      '6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test.each(['🚦', '"', '\n'])(
  'however long all of it is in %j, it is one record of 4096 bytes',
  (character) => {
    const words = character.repeat(10_000);
    const payload = toPayload({ key: 'alarm:1', text: `${words}\n${words}`, path: '/allarmi' });
    expect(encryptPush(payload, KEYS).length).toBeLessThanOrEqual(4096);
  },
);

test('the same words never look the same, and a key that is no point is told', () => {
  expect(encryptPush('sì', KEYS)).not.toEqual(encryptPush('sì', KEYS));
  expect(areUsable(KEYS)).toBe(true);
  expect(areUsable({ ...KEYS, p256dh: `B${'A'.repeat(86)}` })).toBe(false);
});
