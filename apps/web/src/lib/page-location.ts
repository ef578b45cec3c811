import { useLocation, useMatch } from "@tanstack/react-router";
import { useState } from "react";

/**
 * Returns the location of the page that calls it. While the next page loads, the router's own hook returns that page's location. A page
 * would then lose the token in its hash, and show another form, before it is left.
 */
export function usePageLocation() {
  const page = useMatch({ strict: false, select: ({ pathname }) => pathname });
  const location = useLocation();
  const [own, setOwn] = useState(location);
  if (location !== own && location.pathname === page) setOwn(location);
  return own;
}
