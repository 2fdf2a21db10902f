/** Fields of saved replies and campaigns, and what stands in their place. Pure. */

export const mergeFields = [
  { field: 'first name', means: 'what they are called' },
  { field: 'name', means: 'their whole name' },
  { field: 'studio', means: 'the studio’s name' },
  { field: 'staff', means: 'who writes' },
] as const

export type MergeField = (typeof mergeFields)[number]['field']
export type MergeValues = Record<MergeField, string>

const written = /\{\s*([a-z][a-z ]{0,20}?)\s*\}/gi

/**
 * The text with each field filled in. What stands in a field is text and never markup: the letter
 * that it goes into escapes every word. An unknown field stays as it was typed.
 */
export const fillIn = (text: string, values: MergeValues): string =>
  text.replace(written, (all, name: string) => {
    const value = values[name.toLowerCase().replace(/\s+/g, ' ') as MergeField]
    return value === undefined ? all : value.replace(/[\r\n\t]+/g, ' ').trim()
  })

/** Fields that a text has and nobody knows. */
export const unknownFields = (text: string): string[] =>
  [...text.matchAll(written)]
    .map(([, name = '']) => name.toLowerCase().replace(/\s+/g, ' '))
    .filter((name) => !mergeFields.some(({ field }) => field === name))

/** What somebody is called: their preferred name, else the first word of their name. */
export const calledBy = ({ name, preferredName }: { name: string; preferredName: string }) =>
  preferredName || (name.split(' ')[0] ?? name)
