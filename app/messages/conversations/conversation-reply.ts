import { paths } from '#app/paths.ts'
import { greeting } from '#app/values/text/greeting.ts'
import type { Letter } from '../letter.ts'
import { composeLetter } from '../letter-html.ts'

export type ConversationReply = {
  studio: { name: string; slug: string }
  origin: string
  /** What the reader is called. */
  name: string
  /** Whose conversation it is, where the reader is their guardian; empty where it is their own. */
  about: string
  text: string
  from: string
  /** An answer to the letter reaches the studio. */
  answerable: boolean
  /** The reader has the conversation in their account. */
  account: boolean
}

/** What staff answered somebody, as they wrote it. */
export function conversationReply(reply: ConversationReply): Letter {
  const { studio, origin, name, about, text, from, answerable, account } = reply
  return composeLetter({
    subject: about ? `A message from ${studio.name} for ${about}` : `A message from ${studio.name}`,
    paragraphs: [
      greeting(name),
      ...(about
        ? [`${studio.name} wrote this to ${about}. You get a copy as their guardian.`]
        : []),
      ...text
        .split(/\n+/)
        .map((line) => line.trim())
        .filter(Boolean),
      `${from}, ${studio.name}`,
    ],
    ...(account
      ? { action: { label: 'Open your messages', href: origin + paths.messages(studio) } }
      : {}),
    foot: [
      answerable
        ? 'You can reply to this email.'
        : `Replies to this address aren’t read. Write to ${studio.name} in your account.`,
    ],
  })
}

/** The same as a text: the words, and who wrote them. */
export const conversationText = ({
  studio,
  text,
}: Pick<ConversationReply, 'studio' | 'text'>): string => `${studio.name}: ${text}`
