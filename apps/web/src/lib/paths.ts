/** Places of the product that live in areas of their own, for links from everywhere else. */
export const paths: Record<"profile" | "settings" | "merchantLogin" | "merchantRegister", string> = {
  profile: "/profile",
  settings: "/settings",
  merchantLogin: "/merchant/login",
  merchantRegister: "/merchant/register",
};
