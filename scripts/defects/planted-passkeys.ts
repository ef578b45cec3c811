import type { Defect } from "./defect.ts";

const auth = "apps/server/src/features/auth";
const test = `${auth}/factors/passkeys.int.test.ts`;

/** Accounts that another person's passkey, or none, opens. */
export const passkeys: Defect[] = [
  {
    name: "a passkey's answer counts twice",
    file: `${auth}/rows/passkeys.repo.ts`,
    find: ".delete(passkeyChallenges)\n    .where(",
    plant: ".update(passkeyChallenges)\n    .set({ purpose })\n    .where(",
    test,
  },
  {
    name: "a passkey is shown to another page than the product's",
    file: `${auth}/factors/passkey-ceremony.ts`,
    find: "expectedOrigin: publicOrigin,",
    plant: 'expectedOrigin: [publicOrigin, "https://hearth.example"],',
    test,
  },
  {
    name: "a passkey opens without its holder's finger, face or PIN",
    file: `${auth}/factors/passkey-ceremony.ts`,
    find: "requireUserVerification: true",
    plant: "requireUserVerification: false",
    test,
  },
  {
    name: "somebody else's passkey shows who is signed in",
    file: `${auth}/factors/passkey-ceremony.ts`,
    find: " || (userId !== null && found.passkey.userId !== userId)",
    plant: "",
    test,
  },
  {
    name: "somebody else's passkey is removed",
    file: `${auth}/rows/passkeys.repo.ts`,
    find: ".delete(passkeys)\n    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))",
    plant: ".delete(passkeys)\n    .where(eq(passkeys.id, id))",
    test,
  },
  {
    name: "the password alone signs in to an account with a passkey",
    file: `${auth}/factors/factors.ts`,
    find: "return app !== null || passkeys > 0;",
    plant: "return app !== null;",
    test,
  },
  {
    name: "a token alone adds a passkey",
    file: `${auth}/factors/passkeys.procedures.ts`,
    find: "beginPasskey: freshProcedure",
    plant: "beginPasskey: procedure",
    test,
  },
];
