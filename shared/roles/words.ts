export const maxRoleNameLength = 50

/** The role that new accounts get. */
export const newAccountRole = 'customer'
