/** What people and the studio write to one another: a conversation in every state, and a group. */
import { sql } from 'drizzle-orm'
import { automationTemplates } from '#app/domain/automation/automation-words.ts'
import { beginRuns, sendRuns } from '#app/domain/automation/run-automations.server.ts'
import {
  beginAutomation,
  saveAutomation,
  switchAutomation,
} from '#app/domain/automation/save-automation.server.ts'
import { announce } from '#app/domain/conversations/announcements.server.ts'
import { answer, writeFirst } from '#app/domain/conversations/answer.server.ts'
import { beginGroup } from '#app/domain/conversations/begin-group.server.ts'
import { changeConversation } from '#app/domain/conversations/change-conversation.server.ts'
import { receiveText } from '#app/domain/conversations/incoming/receive-text.server.ts'
import { keepReply } from '#app/domain/conversations/saved-replies.server.ts'
import { writeToGroup, writeToStudio } from '#app/domain/conversations/write-to-studio.server.ts'
import { listFields } from '#app/domain/people/fields/field-queries.server.ts'
import { addMinutes } from '#app/values/instant.ts'
import { addDays, localDate } from '#app/values/zone.ts'
import type { Person } from '../build-people.ts'
import type { Player, Scene } from '../player.ts'
import { Chance } from '../random.ts'

type People = { ana: Person; ben: Person; cleo: Person; mo: Person; crowd: readonly Person[] }

/** What each wrote, how many minutes ago, what was answered, and what became of it. */
type Talk = {
  who: (people: People) => Person | undefined
  said: string
  ago: number
  answered?: string
  becomes?: 'pending' | 'snooze' | 'resolve'
  labels?: string
}

const talks: Talk[] = [
  {
    who: ({ ana }) => ana,
    said: 'My shoulder is a lot better. Is Thursday fine if I skip the inverts?',
    ago: 2_000,
    answered: 'Good to hear, {first name}. Yes, you’ll get floor work for that part.',
  },
  {
    who: ({ ana }) => ana,
    said: 'Train strike again, so I had to cancel. Do I really lose the credit?',
    ago: 38,
  },
  {
    who: ({ ben }) => ben,
    said: 'My bank says the payment went through. Can you check before tonight?',
    ago: 24,
    labels: 'payment',
  },
  {
    who: ({ cleo }) => cleo,
    said: 'Is the silks class all right if I have never tried aerial?',
    ago: 400,
    answered: 'It is. Wear leggings, and come ten minutes early.',
    becomes: 'pending',
    labels: 'first time',
  },
  {
    who: ({ mo }) => mo,
    said: 'Could I freeze for two weeks in the spring?',
    ago: 3_000,
    answered: 'Of course. Tell us the dates when you know them.',
    becomes: 'snooze',
  },
  {
    who: ({ crowd }) => crowd.find(({ userId }) => userId !== null),
    said: 'I left a grey jumper in the changing room.',
    ago: 5_000,
    answered: 'It’s at the desk.',
    becomes: 'resolve',
    labels: 'lost property',
  },
]

/** Conversations, three saved replies, a group of a weekly class and what home tells. */
export function playConversations(player: Player, slug: string, people: People): void {
  if (slug !== 'northside') return
  const chance = new Chance('conversations')
  const id = () => chance.id()
  const saved = [
    ['How to freeze', 'Hello {first name}, you can freeze your membership under Your account.'],
    ['Late cancellation, kind', 'That was not your doing, {first name}. I’ve waived it this time.'],
    ['What to bring', 'Shorts for pole, leggings for aerial, and water. {staff}'],
  ]
  for (const [i, [name = '', text = '']] of saved.entries()) {
    const key = id()
    player.at(addMinutes(player.now, -9_000 + i), ({ desk }) =>
      keepReply(desk, { key, name, text }),
    )
  }
  const today = localDate(player.now, player.timeZone)
  const announcement = id()
  player.at(addMinutes(player.now, -1_500), ({ desk }) =>
    announce(desk, {
      key: announcement,
      title: 'Open day on Saturday.',
      audience: 'everyone',
      pinned: true,
      text: 'Bring a friend, classes are free all day.',
      fromOn: addDays(today, -1),
      untilOn: addDays(today, 6),
    }),
  )
  playAutomations(player, id)
  for (const talk of talks) playTalk(player, people, talk, id)
  playGroup(player, people, id)
  const textKey = id()
  player.at(addMinutes(player.now, -6), ({ ctx }) =>
    receiveText(ctx, {
      id: textKey,
      from: '+447700900188',
      text: 'Any chance of a place tonight?',
    }),
  )
  const first = id()
  player.at(addMinutes(player.now, -700), ({ desk }) => {
    const one = people.crowd.find(({ id: other }) => other !== people.ana.id)
    return writeFirst(desk, one?.id ?? '', {
      key: first,
      channel: 'email',
      text: 'Hello {first name}, your water bottle is at the desk.',
    })
  })
}

/** Two automations that are live, with their runs, and a draft. */
function playAutomations(player: Player, id: () => string): void {
  for (const template of ['no_visit', 'pack_ending', 'joined']) {
    const key = id()
    player.at(addMinutes(player.now, -3 * 24 * 60), async ({ desk }) => {
      await beginAutomation(desk, { key, template })
      if (template !== 'joined') await switchAutomation(desk, key, 'live')
      else await writeOnlyToNewcomers(desk, key)
    })
  }
  for (const minutes of [2 * 24 * 60, 24 * 60])
    player.at(addMinutes(player.now, -minutes), async ({ ctx }) => {
      await beginRuns(ctx)
      await sendRuns(ctx)
    })
}

/** The welcome, kept as a draft, is for those who said that they have no grip aid of their own. */
async function writeOnlyToNewcomers(desk: Scene['desk'], key: string): Promise<void> {
  const grip = (await listFields(desk)).find(({ name }) => name === 'Own grip aid')
  const from = automationTemplates.find((one) => one.key === 'joined')
  if (!grip || !from) return
  const { name, days, subject, text } = from
  const own = `${grip.id}.is.no`
  const hours = { fromHour: 8, untilHour: 20 }
  const words = { name, days, own, subject, text, targetId: '' }
  await saveAutomation(desk, key, { version: 1, ...words, ...hours })
}

function playTalk(player: Player, people: People, talk: Talk, id: () => string): void {
  const person = talk.who(people)
  if (!person) return
  const [asked, answered] = [id(), id()]
  const at = addMinutes(player.now, -talk.ago)
  player.at(at, ({ as }) =>
    writeToStudio(as(person), { key: asked, text: talk.said, about: '', aboutPath: '' }),
  )
  player.at(addMinutes(at, 12), async (scene) => {
    const conversation = await conversationOf(scene, person)
    if (!conversation) return
    if (talk.answered)
      await answer(scene.desk, conversation.id, {
        key: answered,
        text: talk.answered,
        channel: 'app',
        act: 'send',
        seen: conversation.seen,
      })
    if (talk.labels)
      await changeConversation(scene.desk, conversation.id, { act: 'label', labels: talk.labels })
    if (talk.becomes === 'snooze')
      await changeConversation(scene.desk, conversation.id, { act: 'snooze', until: 'week' })
    else if (talk.becomes)
      await changeConversation(scene.desk, conversation.id, { act: talk.becomes })
  })
}

async function conversationOf({ ctx }: Scene, { id }: Person) {
  const [found] = await ctx.db.all<{ id: string; seen: number }>(sql`
    SELECT conversation.id, (SELECT max(seq) FROM conversation_messages
      WHERE conversation_id = conversation.id) AS seen
    FROM conversations AS conversation
    WHERE conversation.studio_id = ${ctx.studio.id} AND conversation.person_id = ${id}`)
  return found
}

/** The group of a weekly class that Ana comes to. */
function playGroup(player: Player, { ana }: People, id: () => string): void {
  const [told, said] = [id(), id()]
  player.at(addMinutes(player.now, -90), async ({ ctx, desk, as }) => {
    const [series] = await ctx.db.all<{ id: string }>(sql`
      SELECT o.series_id AS id FROM bookings AS b JOIN occurrences AS o ON o.id = b.occurrence_id
      WHERE b.studio_id = ${ctx.studio.id} AND b.person_id = ${ana.id} AND o.kind = 'class'
        AND b.state IN ('booked', 'attended', 'checked_in') ORDER BY o.starts_at DESC LIMIT 1`)
    const group = series ? await beginGroup(desk, 'series', series.id) : null
    if (!group) return
    await answer(desk, group, {
      key: told,
      channel: 'app',
      seen: 0,
      act: 'send',
      text: 'Bring grip aid, the poles are cold.',
    })
    await writeToGroup(as(ana), group, { key: said, text: 'I’ll bring some to share.' })
  })
}
