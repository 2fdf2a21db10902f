/** What is new among people since someone last looked, in words. Pure. */
import type {
  PeopleNews,
  PersonHappening,
} from '#app/domain/happenings/person-happenings.server.ts'

const words: Record<PersonHappening, string> = {
  added: 'Added',
  joined: 'Signed up',
  returned: 'Came back',
  left: 'Left',
  banned: 'Banned',
  ban_lifted: 'Ban ended',
  merged: 'Merged',
  erased: 'Erased',
  changed: 'Details changed',
  archived: 'Archived',
  restored: 'Restored',
}

export type NewsLine = {
  what: string
  people: { id: string; name: string }[]
  /** How many there are besides those that are named. */
  more: number
}

export const newsLines = (news: readonly PeopleNews[]): NewsLine[] =>
  news.map(({ what, n, people }) => ({ what: words[what], people, more: n - people.length }))
