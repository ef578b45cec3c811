/** Paths of pages in other areas, for links from anywhere. */
export const paths: Record<"profile" | "settings" | "contact" | "merchantLogin" | "merchantRegister" | "adminLogin", string> = {
  profile: "/profile",
  settings: "/settings",
  contact: "/contact",
  merchantLogin: "/merchant/login",
  merchantRegister: "/merchant/register",
  adminLogin: "/admin/login",
};
