export { affectedCount, recountAffected } from './affected-people.ts'
export { followedBugs } from './followed-bugs.ts'
export { autoFollow, followingPart } from './auto-follow.ts'
export { affectedOfTree, followersOfTree, mergedTree, oneOfTree } from './merged-tree.ts'
