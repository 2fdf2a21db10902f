/** What a skill tree's file says it is, apart from its schema, which no page takes along. */
export const treeFormat = 'cadence-skill-tree-1'
export const treeFileMegabytes = 1
