/** Places of the product that live in areas of their own, for links from everywhere else. */
export const paths: Record<"profile" | "settings" | "contact" | "merchantLogin" | "merchantRegister" | "adminLogin", string> = {
  profile: "/profile",
  settings: "/settings",
  contact: "/contact",
  merchantLogin: "/merchant/login",
  merchantRegister: "/merchant/register",
  adminLogin: "/admin/login",
};
