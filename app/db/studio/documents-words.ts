/** The closed lists of documents, for tables and forms alike. */

/** Whom a document is for, by their age on the day. */
export const audiences = ['everybody', 'adults', 'minors'] as const
export type Audience = (typeof audiences)[number]

/** Who signs: the person, or a guardian for somebody under age. */
export const signers = ['self', 'guardian'] as const
export type SignedAs = (typeof signers)[number]
