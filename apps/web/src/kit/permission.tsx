import { includesRole, type StaffRole } from "@hearth/domain/merchants/staff-roles";
import { createContext, type ReactNode, use } from "react";

/**
 * The user's role in the current area. For a business's staff their role; for administrators `owner`, or `viewer` if read-only.
 * Only decides which controls are shown. The server enforces permissions.
 */
export const PermissionContext = createContext<StaffRole>("owner");

/** True if the user's role in this area includes `least`. */
export function usePermission(least: StaffRole): boolean {
  return includesRole(use(PermissionContext), least);
}

interface PermittedProps {
  least: StaffRole;
  children: ReactNode;
  /** Shown to users without permission. */
  otherwise?: ReactNode;
}

/** Renders its children only for users whose role includes `least`, so that no control is shown that the server would refuse. */
export function Permitted({ least, children, otherwise = null }: PermittedProps) {
  return usePermission(least) ? children : otherwise;
}
