import { loginInput, registerInput } from "@hearth/domain/auth/inputs";
import { enrollmentInput } from "@hearth/domain/merchants/inputs";
import { idempotencyKey } from "@hearth/domain/payments/inputs";
import { router } from "../../trpc/init.ts";
import { publicProcedure, userProcedure } from "../../trpc/procedures.ts";
import { login, logout, readAccount, register } from "./auth.service.ts";
import { loginView, messageView, registrationView, userView } from "./auth.view.ts";
import { completeEnrollment } from "./enrollment.service.ts";

const completeEnrollmentInput = enrollmentInput.extend({ idempotencyKey: idempotencyKey.optional() });

/** Signing up, in and out, and the account itself. */
export const authRouter = router({
  register: publicProcedure
    .meta({ policy: "public", alone: true })
    .input(registerInput)
    .output(registrationView)
    .mutation(({ ctx, input }) => register(ctx.deps, ctx, input)),
  login: publicProcedure
    .meta({ policy: "public", alone: true })
    .input(loginInput)
    .output(loginView)
    .mutation(({ ctx, input }) => login(ctx.deps, ctx, input)),
  me: userProcedure.output(userView).query(({ ctx }) => readAccount(ctx.deps, ctx.actor)),
  logout: userProcedure.output(messageView).mutation(({ ctx }) => logout(ctx.deps, ctx, ctx.actor)),
  completeEnrollment: userProcedure
    .input(completeEnrollmentInput)
    .output(userView)
    .mutation(({ ctx, input: { idempotencyKey: key = ctx.idempotencyKey, ...enrollment } }) =>
      completeEnrollment(ctx.deps, ctx, ctx.actor, enrollment, key),
    ),
});
