/** Forms of members and leads. */
import { bookForPersonForm } from '#app/domain/bookings/roster/desk-forms.ts'
import { standingPlaceForm } from '#app/domain/bookings/standing-places/standing-place-form.ts'
import {
  conversationActForm,
  newConversationForm,
  replyForm,
} from '#app/domain/conversations/conversation-fields.ts'
import { paperForm, withdrawForm } from '#app/domain/documents/document-forms.ts'
import { inviteForm } from '#app/domain/families/family-form.ts'
import { banForm, leavingForm, rejoinForm, winBackForm } from '#app/domain/farewells/exit-forms.ts'
import { newLeadForm } from '#app/domain/leads/lead-forms.ts'
import { bulkForm } from '#app/domain/people/bulk/bulk-forms.ts'
import {
  addPersonForm,
  archiveForm,
  creditsForm,
  levelForm,
  membershipForm,
  noteForm,
  packageForm,
  personForm,
  segmentForm,
} from '#app/domain/people/person-fields.ts'
import { eraseForm } from '#app/domain/person-records/record-forms.ts'
import type { Entry } from './entry.ts'

export const peopleForms: readonly Entry[] = [
  ['standing', 'standing', standingPlaceForm],
  ['paper', 'documents', paperForm],
  ['withdraw-', 'documents', withdrawForm],
  ['lead', 'leads/new', newLeadForm],
  ['bulk', 'act=tag', bulkForm, 'tag'],
  ['bulk', 'act=untag', bulkForm, 'untag'],
  ['bulk', 'act=notice', bulkForm, 'notice'],
  ['bulk', 'act=note', bulkForm, 'note'],
  ['bulk', 'act=archive', bulkForm, 'archive'],
  ['person', 'members/new', addPersonForm],
  ['person', 'edit', personForm],
  ['archive', 'archive', archiveForm],
  ['leaving', 'leaving', leavingForm],
  ['rejoin', 'rejoin', rejoinForm],
  ['win-back', 'win-back', winBackForm],
  ['ban', 'ban', banForm],
  ['erasure', 'erasure', eraseForm],
  ['credits', 'credits', creditsForm],
  ['level', 'level', levelForm],
  ['gift', 'membership', membershipForm],
  ['gift', 'package', packageForm],
  ['note', 'members', noteForm],
  ['invite', 'family', inviteForm],
  ['segment', 'members', segmentForm],
  ['book-', '/booking', bookForPersonForm],
  ['more', '/messages', conversationActForm],
  ['first', '/messages', newConversationForm],
  ['reply', '/messages', replyForm],
]
