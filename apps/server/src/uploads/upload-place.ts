import { z } from "zod";
import { readFileVariables } from "../env-files.ts";

/** Environment variables of the upload store. */
export const uploadVariables = {
  /** A folder that is never served. */
  UPLOADS_DIR: z.string().default(".data/uploads"),
  /** A bucket of an S3-compatible store, instead of the folder. */
  S3_BUCKET: z.string().optional(),
  /** Prefix of each key, for a bucket shared with other data. */
  S3_PREFIX: z.string().default(""),
  /** Default: Amazon's endpoint of the region. */
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().default("us-east-1"),
  /** Default: the machine's own permissions. */
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
};

/** The configured store: the bucket, or the folder if it is null. */
export interface UploadPlace {
  folder: string;
  bucket: BucketConfig | null;
}

/** A bucket with its connection settings. */
export interface BucketConfig {
  bucket: string;
  prefix: string;
  /** Null: Amazon's own. */
  endpoint: string | null;
  region: string;
  /** Null: the machine's role grants access. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

/** Reads the store's settings. @throws Error when only half of a key is given. */
export function readUploadPlace(env: z.output<z.ZodObject<typeof uploadVariables>>): UploadPlace {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    throw new Error("S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together: give both, or none.");
  }
  const folder = env.UPLOADS_DIR;
  if (env.S3_BUCKET === undefined) return { folder, bucket: null };
  const credentials = accessKeyId !== undefined && secretAccessKey !== undefined ? { accessKeyId, secretAccessKey } : null;
  const { S3_BUCKET: bucket, S3_PREFIX: prefix, S3_ENDPOINT: endpoint = null, S3_REGION: region } = env;
  return { folder, bucket: { bucket, prefix, endpoint, region, credentials } };
}

const places = z.object(uploadVariables);

/** Reads only the store's settings from an environment. @throws Error that names an invalid variable. */
export function readUploadPlaceOf(source: Record<string, string | undefined>): UploadPlace {
  const variables = readFileVariables(source, Object.keys(uploadVariables));
  const parsed = places.safeParse(Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== "")));
  if (parsed.success) return readUploadPlace(parsed.data);
  throw new Error(parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("\n"));
}
