import { generateKeyPairSync, sign } from 'node:crypto';

/** Encodes a value in DER: its tag, its length, its content. */
function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const length = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const [integer, bits, objectId, text, time, sequence, set] = [0x02, 0x03, 0x06, 0x0c, 0x17, 0x30, 0x31];
const ecdsaWithSha256 = der(sequence, der(objectId, Buffer.from('2a8648ce3d040302', 'hex')));
const commonName = der(objectId, Buffer.from('550403', 'hex'));

/** Makes a key and a certificate that it signs itself, both in PEM, for a server on this machine whose client checks no certificate. */
export function selfSignedCertificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = der(sequence, der(set, der(sequence, commonName, der(text, Buffer.from('localhost')))));
  const validity = der(sequence, der(time, Buffer.from('200101000000Z')), der(time, Buffer.from('491231235959Z')));
  const certified = der(sequence, der(integer, Buffer.from([1])), ecdsaWithSha256, name, validity, name, publicKey.export({ type: 'spki', format: 'der' }));
  const signature = der(bits, Buffer.from([0]), sign('sha256', certified, privateKey));
  const certificate = der(sequence, certified, ecdsaWithSha256, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}
