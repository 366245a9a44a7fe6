export const maxRoleNameLength = 50

/** The role that new accounts get. */
export const newAccountRole = 'customer'

/** The role of the first administrator. */
export const administratorRole = 'admin'

/** Roles that the product itself gives by their names: they can't be renamed or deleted. */
export const fixedRoles: readonly string[] = [newAccountRole, administratorRole]
