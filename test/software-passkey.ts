// A passkey in software, for tests: it answers what a browser and a device answer, and can be told to answer wrongly.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type Options = { readonly challenge: string };
type Mistakes = {
  readonly origin?: string;
  readonly rpId?: string;
  /** False: the device did not ask for a PIN or fingerprint. */
  readonly isVerified?: boolean;
  /** The counter that the device reports. */
  readonly count?: number;
  /** The format of the attestation. */
  readonly format?: string;
};

/** Makes a passkey for a site such as `https://haldur.example`. */
export function makeSoftwarePasskey(siteOrigin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let userHandle = '';
  let uses = 0;
  const respond = (response: object) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
    response,
  });
  const clientData = (type: string, { challenge }: Options, { origin = siteOrigin }: Mistakes) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (mistakes: Mistakes, flags: number, rest: Buffer) => {
    const { rpId = new URL(siteOrigin).hostname, isVerified = true, count = uses } = mistakes;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    const allFlags = flags | 0x01 | (isVerified ? 0x04 : 0);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([allFlags]), counter, rest]);
  };
  return {
    id: id.toString('base64url'),
    /** Answers the options of a new passkey. */
    create(options: Options & { readonly user: { readonly id: string } }, mistakes: Mistakes = {}) {
      userHandle = options.user.id;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]);
      return respond({
        clientDataJSON: clientData('webauthn.create', options, mistakes).toString('base64url'),
        attestationObject: attestation(
          mistakes.format ?? 'none',
          authenticatorData(mistakes, 0x40, credential),
        ).toString('base64url'),
        transports: ['internal'],
      });
    },
    /** Answers the options of a use. */
    use(options: Options, mistakes: Mistakes = {}) {
      uses += 1;
      const client = clientData('webauthn.get', options, mistakes);
      const data = authenticatorData(mistakes, 0, Buffer.alloc(0));
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return respond({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle,
      });
    },
  };
}

/** CBOR of `{fmt, attStmt: {}, authData}`. */
function attestation(format: string, data: Buffer): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length);
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text(format),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    Buffer.from([0x59]),
    length,
    data,
  ]);
}
