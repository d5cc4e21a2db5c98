import { SignedXml } from 'xml-crypto';

const XML_DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';

/** The message with an enveloped signature (XML Signature, RSA with SHA-256), which CAP puts last. `key`: PEM. */
export function signCap(message: string, key: string): string {
  const signing = new SignedXml({
    privateKey: key,
    canonicalizationAlgorithm: EXCLUSIVE,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  });
  signing.addReference({
    xpath: '/*',
    isEmptyUri: true,
    transforms: [`${XML_DSIG}enveloped-signature`, EXCLUSIVE],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  });
  signing.computeSignature(message);
  return signing.getSignedXml();
}
