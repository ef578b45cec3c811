import { formatOf, type RecordDocument, type SignedRecord } from "@hearth/domain/records/signed-record";
import { type Address, type Hex, hexToBytes, isAddressEqual, sha256, stringToBytes } from "viem";
import { privateKeyToAccount, sign } from "viem/accounts";
import type { Network } from "./networks.ts";
import { recordKeys } from "./record-keys.ts";
import { recordTypedData } from "./record-typed-data.ts";

/** Signs records. */
export interface RecordSigner {
  readonly address: Address;
  /** Returns the record with both of its signatures. */
  sign(record: SignedRecord): Promise<RecordDocument>;
}

/**
 * Creates a signer with a key in the process's memory.
 *
 * @throws Error for a key that is not published with the code as in use on this network, because nobody could verify its signatures.
 */
export function createRecordSigner(privateKey: Hex, { name, chainId }: Network): RecordSigner {
  const account = privateKeyToAccount(privateKey);
  const isPublished = recordKeys.some(
    (key) => isAddressEqual(key.address, account.address) && key.networks.includes(name) && key.until === null,
  );
  if (!isPublished)
    throw new Error(
      `RECORD_PRIVATE_KEY belongs to ${account.address}, which packages/chain/src/record-keys.ts does not name for chain ${chainId}.`,
    );
  return {
    address: account.address,
    sign: async (record) => ({
      format: formatOf(record),
      record,
      signer: account.address,
      signature: await account.signTypedData(recordTypedData(record)),
      jws: await signJws(record, { privateKey, keyId: account.address }),
    }),
  };
}

/** Creates a compact JWS with ES256K (RFC 8812). That is the key's own curve, with which common libraries' platforms no longer sign. */
async function signJws(payload: object, { privateKey, keyId }: { privateKey: Hex; keyId: string }): Promise<string> {
  const header = { alg: "ES256K", typ: "JWT", kid: keyId };
  const signed = [header, payload].map((part) => base64url(stringToBytes(JSON.stringify(part)))).join(".");
  const { r, s } = await sign({ hash: sha256(stringToBytes(signed)), privateKey });
  return `${signed}.${base64url(Uint8Array.from([...hexToBytes(r, { size: 32 }), ...hexToBytes(s, { size: 32 })]))}`;
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}
