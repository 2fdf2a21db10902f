import { CutPicture } from '../image/picture.tsx'
import { BackLink } from '../layout/back-link.tsx'
import { Pagination } from '../list/pagination.tsx'
import { Timeline } from '../list/timeline.tsx'
import { Pips, pipsOf } from '../pips/pips.tsx'
import { AskStudio } from '../state/ask-studio.tsx'
import { State } from '../state/state.tsx'
import { DayStrip } from '../timetable/day-strip.tsx'
import { StateMessage } from '../timetable/state-message.tsx'
import { UntilLine } from '../until/until-line.tsx'
import { Example, Section } from './example.tsx'
import { drawnPicture } from './picker-parts.tsx'

const week = [
  '2026-11-20',
  '2026-11-21',
  '2026-11-22',
  '2026-11-23',
  '2026-11-24',
  '2026-11-25',
  '2026-11-26',
]

/** What members see, without a script. */
export function MemberParts({ here }: { here: string }) {
  return (
    <>
      <Section title="The state of a class">
        <Example state="booked, waiting, closed, refused">
          <StateMessage
            text="Booked. Free to cancel until 06:30."
            look={{ icon: 'check', tone: 'good' }}
            strong
          />
          <StateMessage
            text="You are 2nd on the waitlist."
            look={{ icon: 'queue', tone: 'warn' }}
            strong
          />
          <StateMessage text="Booking opens on Friday." look={{ icon: 'clock', tone: '' }} />
          <StateMessage
            text="Cancelled. Priya is ill."
            look={{ icon: 'off', tone: 'bad' }}
            strong
          />
        </Example>
        <Example state="the studio does it itself" wide>
          <AskStudio studio={{ slug: 'northside' }} rule="guests" title="Ask us to add a guest" />
        </Example>
        <Example state="until when it is free">
          <UntilLine free={60} limit="06:30" start="18:30" />
          <UntilLine free={0} limit="06:30" start="18:30" />
        </Example>
        <Example state="credits">
          <Pips pips={[...pipsOf(4, 'full'), ...pipsOf(2, 'soon'), ...pipsOf(4, 'used')]} />
        </Example>
        <Example state="a week" wide>
          <DayStrip
            days={week.map((date, i) => ({
              date,
              empty: i === 5,
              mine: i === 2 ? 1 : 0,
              shown: i === 0,
            }))}
            today="2026-11-20"
            locale="en-GB"
          />
        </Example>
      </Section>
      <Section title="Words and ways">
        <Example state="what happens, and when">
          <Timeline
            entries={[
              { key: '1', when: 'Now', what: 'Your place is given up.', now: true },
              { key: '2', when: 'Fri 20 November', what: '1 credit is back in your pack.' },
            ]}
          />
        </Example>
        <Example state="pages">
          <Pagination page={2} pages={5} path={() => here} />
        </Example>
        <Example state="back">
          <BackLink to={here}>The timetable</BackLink>
        </Example>
        <Example state="nothing to show">
          <State icon="search" title="No class matches">
            <p>
              There are 12 classes in these seven days, but none that fits everything you chose.
            </p>
          </State>
        </Example>
        <Example state="a picture">
          <CutPicture
            src={drawnPicture}
            srcSet={`${drawnPicture.replaceAll(' ', '%20')} 300w`}
            sizes="10rem"
            width={300}
            height={300}
            alt="Hills under a sun"
            placeholder="#2f6b5e"
          />
        </Example>
      </Section>
    </>
  )
}
