/** Forms of pages without scripts, in front of the house and for members. */
import * as z from 'zod'
import { guestForm } from '#app/domain/bookings/booking/guest-form.ts'
import { replyForm, shiftForm } from '#app/domain/coaching/coaching-form.ts'
import { buyerForm, holderForm } from '#app/domain/events/event-fields.ts'
import { strangerStartForm } from '#app/domain/funnels/funnel-forms.ts'
import {
  currentPasswordField,
  emailField,
  nameField,
  newPasswordField,
  phoneField,
} from '#app/domain/identity/accounts/account-fields.ts'
import { sixDigitsField } from '#app/domain/identity/factors/second-step-fields.ts'
import {
  classFields,
  classRow,
  priceFields,
  roomFields,
  roomRow,
  ruleFields,
  studioFields,
} from '#app/domain/onboarding/setup-fields.ts'
import { myDetailsSchema } from '#app/domain/people/my-details.ts'
import { notificationsForm } from '#app/domain/people/notifications/notification-form.ts'
import { strangerForm } from '#app/domain/sales/checkout/checkout-choice.ts'
import { codeForm } from '#app/http/code-sign-in.server.ts'
import type { Entry } from './entry.ts'

const email = z.object({ email: emailField('Enter your email address') })
const password = z.object({ password: newPasswordField(8) })
const phone = z.object({ phone: phoneField('Enter your phone number') })
const person = z.object({ name: nameField })

export const pageForms: readonly Entry[] = [
  ['sign-in', '/sign-in', z.object({ email: z.string(), password: currentPasswordField })],
  ['sign-up', '/sign-up', person.and(password).and(z.object({ email: z.string() }))],
  ['code', '/sign-in/code', codeForm],
  ['code', '/sign-up/check-mail', codeForm],
  ['sso', '/sign-in/sso', email],
  ['where', '/where', email],
  ['reset-code', '/reset/check-mail', email.and(password).and(z.object({ code: sixDigitsField }))],
  ['reset', '/reset', email],
  ['name', '/account/name', person],
  ['email', '/account/email', email],
  ['phone', '/account/phone', phone],
  ['phone', '/account/two-step/phone', phone],
  ['password', '/account/password', password],
  ['details', '/portal/details', myDetailsSchema('2026-10-13')],
  ['notifications', '/portal/notifications', notificationsForm],
  ['answer-', '/portal/coaching', replyForm],
  ['shift-', '/portal/coaching', shiftForm],
  ['guest', '/guests', guestForm],
  ['order', '/tickets', buyerForm],
  ['offer-start', '/offers/', strangerStartForm],
  ['checkout', '/checkout', strangerForm],
  ['pass-form', '/tickets/', holderForm],
  ['setup-studio', '/setup/studio', studioFields],
  ['setup-rooms', '/setup/rooms', roomFields, undefined, roomRow],
  ['setup-classes', '/setup/classes', classFields, undefined, classRow],
  ['setup-prices', '/setup/prices', priceFields('GBP')],
  ['setup-rules', '/setup/rules', ruleFields('GBP')],
]
