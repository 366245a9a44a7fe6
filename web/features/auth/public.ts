export { useReturnState } from './return-state.ts'
export { useLogout } from './use-logout.ts'
