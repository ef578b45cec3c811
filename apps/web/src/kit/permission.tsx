import { includesRole, type StaffRole } from "@hearth/domain/merchants/staff-roles";
import { createContext, type ReactNode, use } from "react";

/**
 * What somebody is in the area that they are in: at a business by their role there, among administrators `owner`, or `viewer` for who may only look.
 * It only decides which buttons are shown; the server decides what is allowed.
 */
export const PermissionContext = createContext<StaffRole>("owner");

/** Whether who is signed in is at least that here. */
export function usePermission(least: StaffRole): boolean {
  return includesRole(use(PermissionContext), least);
}

interface PermittedProps {
  least: StaffRole;
  children: ReactNode;
  /** What the others read instead. */
  otherwise?: ReactNode;
}

/** What only those are shown whom the server would not refuse it. */
export function Permitted({ least, children, otherwise = null }: PermittedProps) {
  return usePermission(least) ? children : otherwise;
}
