import { z } from "zod";
import { command, router } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { withOperator } from "../operator.ts";
import { bad, good } from "../output/words.ts";

/** Manages the encryption keys. */
export const keyCommands = router({
  rotate: command
    .meta({
      description:
        "Encrypt every secret with the first key of ENCRYPTION_KEY. Works on the database (DATABASE_URL), without stopping the server. Ends with 5 if none of the keys decrypts a secret.",
    })
    .input(z.object({}))
    .mutation(({ ctx: { settings } }) =>
      withOperator(settings, async (operator) => {
        const { rotated, unreadable } = await operator.rotateKeys(settings.environment);
        const texts = rotated === 1 ? "1 secret was" : `${rotated} secrets were`;
        const problems = unreadable.map(({ column, count }) => `${count} in ${column} cannot be decrypted by any of the keys`);
        return {
          json: { rotated, unreadable },
          text: () => [good(`${texts} encrypted with the first key`), ...problems.map(bad)].join("\n"),
          exitCode: unreadable.length > 0 ? exitCodes.problemsFound : exitCodes.done,
        };
      }),
    ),
});
