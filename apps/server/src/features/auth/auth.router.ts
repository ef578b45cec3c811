import {
  changeOwnPasswordInput,
  confirmEmailInput,
  forgotPasswordInput,
  registerInput,
  sessionIdInput,
  setPasswordInput,
  updateProfileInput,
  replaceFirstPasswordInput,
} from "@hearth/domain/auth/inputs";
import { signInInput, stepUpInput } from "@hearth/domain/auth/second-factor";
import { showPasskeyInput } from "@hearth/domain/auth/passkeys";
import { enrollmentInput } from "@hearth/domain/merchants/inputs";
import { idempotencyKey } from "@hearth/domain/payments/inputs";
import { router } from "../../trpc/init.ts";
import { freshUserProcedure, publicProcedure, userProcedure } from "../../trpc/procedures.ts";
import { noStepUp } from "../../trpc/step-up-rule.ts";
import { messageView } from "../../trpc/wire.ts";
import { synchronous } from "../../trpc/synchronous.ts";
import { replaceFirstPassword } from "./sign-in/first-password.service.ts";
import { createSignUpChallenge } from "./sign-in/count-sign-up.ts";
import { login, logout, readAccount, register } from "./sign-in/auth.service.ts";
import { loginView, registrationView, signUpChallengeView, userView } from "./rows/auth.view.ts";
import { listDevices, signOutDevice, signOutOtherDevices } from "./sessions/devices.service.ts";
import { deviceView } from "./sessions/devices.view.ts";
import { notificationProcedures } from "../notifications/notifications.procedures.ts";
import { completeEnrollment } from "./profile/enrollment.service.ts";
import { cancelEmailChange } from "./email/change-email.service.ts";
import { confirmEmail, emailStandingView, readEmailStanding, resendEmailConfirmation } from "./email/confirm-email.service.ts";
import { beginPasskeySignIn, signInWithPasskey } from "./sign-in/passkey-sign-in.service.ts";
import { passkeyProcedures } from "./factors/passkeys.procedures.ts";
import { requestOptionsView } from "./factors/passkeys.view.ts";
import { changePassword, setPassword } from "./passwords/password.service.ts";
import { updateProfile } from "./profile/profile.service.ts";
import { stepUp } from "./factors/step-up.service.ts";
import { requestDeviceLink, requestPasswordReset, useDeviceLink } from "./email/reset-password.service.ts";
import { secondFactorProcedures } from "./factors/second-factor.procedures.ts";

const completeEnrollmentInput = enrollmentInput.extend({ idempotencyKey: idempotencyKey.optional() });

/** Registration, sign-in, sign-out and the user's own account. */
export const authRouter = router({
  /** A challenge to solve before a sign-up from a network beyond its limit. */
  signUpChallenge: publicProcedure.output(synchronous(signUpChallengeView)).query(({ ctx }) => createSignUpChallenge(ctx.deps)),
  register: publicProcedure
    .meta({ policy: "public", alone: true })
    .input(registerInput)
    .output(synchronous(registrationView))
    .mutation(({ ctx, input }) => register(ctx.deps, ctx, input)),
  login: publicProcedure
    .meta({ policy: "public", alone: true })
    .input(signInInput)
    .output(synchronous(loginView))
    .mutation(({ ctx, input }) => login(ctx.deps, ctx, input)),
  /** Replaces a password that somebody else set, in any area. It creates no session, and such a password can be replaced only once. */
  replaceFirstPassword: publicProcedure
    .meta({ policy: "public", alone: true })
    .input(replaceFirstPasswordInput)
    .output(synchronous(messageView))
    .mutation(({ ctx, input }) => replaceFirstPassword(ctx.deps, ctx, input)),
  me: userProcedure
    .meta({ answersAccount: true })
    .output(synchronous(userView))
    .query(({ ctx }) => readAccount(ctx.deps, ctx.actor)),
  updateProfile: userProcedure
    .meta({ stepUp: "byInput" })
    .input(updateProfileInput)
    .output(synchronous(userView))
    .mutation(({ ctx, input }) => updateProfile(ctx.deps, ctx, ctx.actor, input)),
  changePassword: userProcedure
    .meta({ stepUp: "besidePassword" })
    .input(changeOwnPasswordInput)
    .output(synchronous(messageView))
    .mutation(({ ctx, input }) => changePassword(ctx.deps, ctx, ctx.actor, input)),
  setPassword: freshUserProcedure
    .input(setPasswordInput)
    .output(synchronous(messageView))
    .mutation(({ ctx, input }) => setPassword(ctx.deps, ctx, ctx.actor, input)),
  /** Says if the account's email is confirmed. `resendEmailConfirmation` sends the link again; the link leads to `confirmEmail`. */
  emailStanding: userProcedure.output(synchronous(emailStandingView)).query(({ ctx }) => readEmailStanding(ctx.deps, ctx.actor)),
  resendEmailConfirmation: userProcedure
    .meta(noStepUp.ownSettings)
    .output(synchronous(messageView))
    .mutation(({ ctx }) => resendEmailConfirmation(ctx.deps, ctx.actor)),
  cancelEmailChange: userProcedure
    .meta(noStepUp.keepsPresent)
    .output(synchronous(messageView))
    .mutation(({ ctx }) => cancelEmailChange(ctx.deps, ctx, ctx.actor)),
  confirmEmail: publicProcedure
    .meta({ policy: "public", alone: true })
    .input(confirmEmailInput)
    .output(synchronous(messageView))
    .mutation(({ ctx, input }) => confirmEmail(ctx.deps, ctx, input)),
  forgotPassword: publicProcedure
    .meta({ policy: "public", alone: true })
    .input(forgotPasswordInput)
    .output(synchronous(messageView))
    .mutation(({ ctx, input }) => requestPasswordReset(ctx.deps, ctx, input)),
  /** Mails a link for a device on which too many wrong passwords keep the account's owner out. The link leads to `useDeviceLink`. */
  requestDeviceLink: publicProcedure
    .meta({ policy: "public", alone: true })
    .input(forgotPasswordInput)
    .output(synchronous(messageView))
    .mutation(({ ctx, input }) => requestDeviceLink(ctx.deps, ctx, input)),
  useDeviceLink: publicProcedure
    .meta({ policy: "public", alone: true })
    .input(confirmEmailInput)
    .output(synchronous(messageView))
    .mutation(({ ctx, input }) => useDeviceLink(ctx.deps, ctx, input)),
  /**
   * Returns the WebAuthn options for a passkey sign-in, for either area. The browser's response goes to `signInWithPasskey` of that area.
   */
  beginPasskeySignIn: publicProcedure
    .meta({ policy: "public", alone: true })
    .output(synchronous(requestOptionsView))
    .mutation(({ ctx }) => beginPasskeySignIn(ctx.deps, ctx)),
  signInWithPasskey: publicProcedure
    .meta({ policy: "public", alone: true })
    .input(showPasskeyInput)
    .output(synchronous(loginView))
    .mutation(({ ctx, input }) => signInWithPasskey(ctx.deps, ctx, input.response, "auth")),
  ...passkeyProcedures(userProcedure, freshUserProcedure),
  ...secondFactorProcedures(userProcedure),
  stepUp: userProcedure
    .meta(noStepUp.authenticates)
    .input(stepUpInput)
    .output(synchronous(messageView))
    .mutation(({ ctx, input }) => stepUp(ctx.deps, ctx, ctx.actor, input)),
  ...notificationProcedures(userProcedure),
  devices: userProcedure.output(synchronous(deviceView.array())).query(({ ctx }) => listDevices(ctx.deps, ctx.actor)),
  signOutDevice: freshUserProcedure
    .input(sessionIdInput)
    .output(synchronous(messageView))
    .mutation(({ ctx, input }) => signOutDevice(ctx.deps, ctx, ctx.actor, input.sessionId)),
  signOutOtherDevices: freshUserProcedure
    .output(synchronous(messageView))
    .mutation(({ ctx }) => signOutOtherDevices(ctx.deps, ctx, ctx.actor)),
  logout: userProcedure
    .meta(noStepUp.signsOut)
    .output(synchronous(messageView))
    .mutation(({ ctx }) => logout(ctx.deps, ctx, ctx.actor)),
  completeEnrollment: userProcedure
    .meta(noStepUp.joins)
    .input(completeEnrollmentInput)
    .output(synchronous(userView))
    .mutation(({ ctx, input: { idempotencyKey: key = ctx.idempotencyKey, ...enrollment } }) =>
      completeEnrollment(ctx.deps, ctx, ctx.actor, enrollment, key),
    ),
});
