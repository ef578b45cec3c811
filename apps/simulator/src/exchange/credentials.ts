/** Credentials of the simulated exchange's developer portal. Publicly known and useless elsewhere. */
export const demoCredentials = {
  clientId: "hearth-local",
  clientSecret: "a-secret-that-everybody-knows",
  apiKeyId: "hearth-local-key",
  /** An Ed25519 seed and its public key in the portal's format: base64 of 64 bytes. */
  apiKeySecret: "4JUfD8CZag/udrZvILD7KPA03yJnof0srKRhHqrIcMgGnmFmLWBXqCvw9Eucbcv63yoR8PUCjpMhO4AyS3RsBQ==",
  webhookSecret: "3f8a9b1c-0d2e-4f60-8172-93a4b5c6d7e8",
} as const;
