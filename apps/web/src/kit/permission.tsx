import { includesRole, type StaffRole } from "@hearth/domain/merchants/staff-roles";
import { createContext, type ReactNode, use } from "react";
import { Text } from "../ui/typography.tsx";

/**
 * The user's role in the current area. For a business's staff their role; for administrators `owner`, or `viewer` if read-only. Null while
 * it loads. Only decides which controls are shown. The server enforces permissions.
 */
export const PermissionContext = createContext<StaffRole | null>("owner");

/** True while the user's business is suspended. It then answers disputes and refunds, and changes nothing else. */
export const SuspendedContext = createContext(false);

interface Permission {
  least: StaffRole;
  /** True for what a suspended business may do. */
  whileSuspended?: boolean;
}

/** True if the user's role in this area includes `least`, and the business is not suspended. */
export function usePermission(least: StaffRole, { whileSuspended = false }: Omit<Permission, "least"> = {}): boolean {
  const [role, isSuspended] = [use(PermissionContext), use(SuspendedContext)];
  return role !== null && includesRole(role, least) && (whileSuspended || !isSuspended);
}

/** True while the user's role loads. Until then no control is shown, and no refusal either. */
export function useRoleLoading(): boolean {
  return use(PermissionContext) === null;
}

interface PermittedProps extends Permission {
  children: ReactNode;
  /** Shown to users without permission, unless the suspension alone is the reason. */
  otherwise?: ReactNode;
  /** Shown while the user's role loads. */
  loading?: ReactNode;
}

/** Renders its children only for users whose role includes `least`, so that no control is shown that the server would refuse. */
export function Permitted({ least, whileSuspended = false, children, otherwise = null, loading = null }: PermittedProps) {
  const [isSuspended, isLoading] = [use(SuspendedContext), useRoleLoading()];
  if (usePermission(least, { whileSuspended })) return children;
  if (isLoading) return loading;
  return otherwise !== null && isSuspended ? <Text muted>This cannot be changed while the business is suspended.</Text> : otherwise;
}
