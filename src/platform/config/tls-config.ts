// Certificates: the one that the service shows to callers (TLS_CERT_FILE), and the one that it shows to its own servers
// (TLS_CLIENT_CERT_FILE).
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { messageOf, OperatorError } from '../errors.ts';
import { type Environment, readSetting } from './setting-reader.ts';

/** A certificate with its chain, and its private key, both PEM. */
export type Certificate = { readonly cert: string; readonly key: string };

export type TlsConfig = {
  /** With which the service speaks https itself; undefined: http, for a proxy on the same machine. */
  readonly tls: Certificate | undefined;
  /** With which Redis and the mail server know the service; undefined: they know it by its password. */
  readonly clientCertificate: Certificate | undefined;
};

/** Reads the certificates. Throws OperatorError if a file is missing, or key and certificate do not belong together. */
export function readTlsConfig(environment: Environment): TlsConfig {
  return {
    tls: readCertificate(environment, 'TLS_CERT_FILE', 'TLS_KEY_FILE'),
    clientCertificate: readCertificate(environment, 'TLS_CLIENT_CERT_FILE', 'TLS_CLIENT_KEY_FILE'),
  };
}

function readCertificate(environment: Environment, certName: string, keyName: string): Certificate | undefined {
  const [certFile, keyFile] = [readSetting(environment, certName), readSetting(environment, keyName)];
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (certFile === undefined || keyFile === undefined)
    throw new OperatorError(`${certName} and ${keyName} belong together: set both, or neither.`);
  const certificate = { cert: readPem(certName, certFile), key: readPem(keyName, keyFile) };
  try {
    new X509Certificate(certificate.cert);
    createSecureContext(certificate);
  } catch {
    throw new OperatorError(
      `${certName} ${certFile} must be a certificate in PEM, and ${keyName} ${keyFile} its private key, without a passphrase.`,
    );
  }
  return certificate;
}

function readPem(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new OperatorError(`${name} ${file} cannot be read: ${messageOf(error)}.`);
  }
}
