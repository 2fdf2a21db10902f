/** Who may see a file: everyone at work, coaches, members too, or one person. */
export const fileAudiences = ['staff', 'coaches', 'members', 'person'] as const
export type FileAudience = (typeof fileAudiences)[number]

/** What a file can be attached to. */
export const fileLinkKinds = ['class_type', 'course', 'person'] as const
export type FileLinkKind = (typeof fileLinkKinds)[number]
