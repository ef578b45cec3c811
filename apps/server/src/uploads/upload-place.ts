import { z } from "zod";
import { readFileVariables } from "../env-files.ts";

/** The variables about where uploaded files are kept. */
export const uploadVariables = {
  /** A folder that is never served. */
  UPLOADS_DIR: z.string().default(".data/uploads"),
  /** A bucket of an S3-compatible store, in place of the folder. */
  S3_BUCKET: z.string().optional(),
  /** What stands before each file's name, where the bucket holds other things too. */
  S3_PREFIX: z.string().default(""),
  /** Left out: Amazon's own in that region. */
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: z.string().default("us-east-1"),
  /** Both left out: whatever the machine is allowed to. */
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
};

/** Where uploaded files are kept: in the bucket, or in the folder where there is none. */
export interface UploadPlace {
  folder: string;
  bucket: BucketConfig | null;
}

/** A bucket and how it is reached. */
export interface BucketConfig {
  bucket: string;
  prefix: string;
  /** Null for Amazon's own. */
  endpoint: string | null;
  region: string;
  /** Null where the machine itself is allowed to, by its role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

/** Reads where uploads are kept. @throws Error where half of a key is given. */
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

/** Reads where uploads are kept from an environment, for what needs nothing else of it. @throws Error that names a wrong variable. */
export function readUploadPlaceOf(source: Record<string, string | undefined>): UploadPlace {
  const variables = readFileVariables(source, Object.keys(uploadVariables));
  const parsed = places.safeParse(Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== "")));
  if (parsed.success) return readUploadPlace(parsed.data);
  throw new Error(parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("\n"));
}
