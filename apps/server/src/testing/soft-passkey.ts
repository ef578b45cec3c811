import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import type { AssertionResponse, RegistrationResponse } from "@hearth/domain/auth/passkeys";
import { walletProofText } from "@hearth/domain/passkey-wallet/proof";
import { cose, isoCBOR } from "@simplewebauthn/server/helpers";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

/** Deviations from a correct passkey. */
interface Faults {
  /** The origin of the page that asks. */
  origin?: string;
  /** The origin of the page that frames the page that asks. */
  topOrigin?: string;
  /** True when the holder was verified by fingerprint, face or PIN. */
  verified?: boolean;
  signCount?: number;
}

const userPresent = 0x01;
const userVerified = 0x04;
/** The provider may keep a copy, and keeps one. */
const backedUp = 0x18;
const attested = 0x40;

/** A passkey in software, of a page's origin. Registers and signs like a browser (WebAuthn level 3, 6 and 7), on P-256. */
export function makeSoftPasskey(publicOrigin: string, { isBackedUp = false } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x, y } = publicKey.export({ format: "jwk" });
  const id = randomBytes(16);

  const authenticatorData = ({ verified = true, signCount = 0 }: Faults, credential: Uint8Array = new Uint8Array()) => {
    const flags = userPresent | (verified ? userVerified : 0) | (isBackedUp ? backedUp : 0) | (credential.length > 0 ? attested : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(signCount);
    return Buffer.concat([sha256(new URL(publicOrigin).hostname), Buffer.from([flags]), count, credential]);
  };
  const clientData = (type: "webauthn.create" | "webauthn.get", challenge: string, { origin = publicOrigin, topOrigin }: Faults) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: topOrigin !== undefined, topOrigin }));
  const credential = { id: text(id), rawId: text(id), type: "public-key" as const, clientExtensionResults: {} };

  return {
    /** Answers a browser's request to create a passkey. */
    register({ challenge }: { challenge: string }, faults: Faults = {}): RegistrationResponse {
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [cose.COSEKEYS.kty, cose.COSEKTY.EC2],
          [cose.COSEKEYS.alg, cose.COSEALG.ES256],
          [cose.COSEKEYS.crv, cose.COSECRV.P256],
          [cose.COSEKEYS.x, bytes(x)],
          [cose.COSEKEYS.y, bytes(y)],
        ]),
      );
      const idLength = Buffer.from([0, id.length]);
      const authData = authenticatorData(faults, Buffer.concat([Buffer.alloc(16), idLength, id, key]));
      const attestation = new Map<string, string | Map<string, never> | Uint8Array>([
        ["fmt", "none"],
        ["attStmt", new Map<string, never>()],
        ["authData", new Uint8Array(authData)],
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: text(clientData("webauthn.create", challenge, faults)),
          attestationObject: text(isoCBOR.encode(attestation)),
          transports: ["internal"],
        },
      };
    },
    /** Answers a browser's request to sign with a passkey. */
    show({ challenge }: { challenge: string }, faults: Faults = {}): AssertionResponse {
      const client = clientData("webauthn.get", challenge, faults);
      const data = authenticatorData(faults);
      const signature = createSign("sha256")
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      return {
        ...credential,
        response: { clientDataJSON: text(client), authenticatorData: text(data), signature: text(signature) },
      };
    },
  };
}

function sha256(data: string | Uint8Array): Buffer {
  return createHash("sha256").update(data).digest();
}

function text(data: Uint8Array): string {
  return Buffer.from(data).toString("base64url");
}

function bytes(base64url = ""): Uint8Array {
  return new Uint8Array(Buffer.from(base64url, "base64url"));
}

const wrap = (data: string) => ({ version: 1 as const, iv: "aXZpdml2aXZpdml2", data });

/** Makes a wallet for a challenge, as the wallet's page answers `create` for this passkey. */
export async function makeWalletInPage(passkey: ReturnType<typeof makeSoftPasskey>, challenge: string) {
  const key = privateKeyToAccount(generatePrivateKey());
  const proof = await key.signMessage({ message: walletProofText({ address: key.address, challenge }) });
  const registration = { ...passkey.register({ challenge }), clientExtensionResults: {} };
  return { name: "Phone", registration, wrap: wrap("b3BlbmluZw"), proof, address: key.address, recoveryWrap: wrap("cmVjb3Zlcnk") };
}
