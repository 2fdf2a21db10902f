/** What a message file makes: a subject, and the same words as html and as text. */
export type Letter = { subject: string; html: string; text: string }
