/** The four steps of a merchant's sign-up, in their order. */
export const registrationSteps = ["business", "contact", "address", "account"] as const;
export type RegistrationStep = (typeof registrationSteps)[number];
