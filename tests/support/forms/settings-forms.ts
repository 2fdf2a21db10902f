/** Forms of the settings. */
import { apiKeyForm } from '#app/domain/api/api-key-form.ts'
import {
  coolingOffForm,
  familyDiscountForm,
  invoiceNumbersForm,
  legalEntityForm,
  referralsForm,
  refundLimitsForm,
  taxForm,
} from '#app/domain/billing/settings/billing-settings-form.ts'
import {
  changeDocumentForm,
  newDocumentForm,
  newVersionForm,
} from '#app/domain/documents/document-forms.ts'
import { leadFormForm } from '#app/domain/leads/capture/form-forms.ts'
import { stageNameForm } from '#app/domain/leads/pipelines/pipeline-forms.ts'
import { lettersKeptForm } from '#app/domain/messaging/letters-kept-form.ts'
import { addFieldForm, changeFieldForm } from '#app/domain/people/fields/field-forms.ts'
import { doorAct, doorForm } from '#app/domain/reception/doors/door-form.ts'
import { dunningForm } from '#app/domain/sales/collecting/dunning-form.ts'
import { giftCardSettingsForm } from '#app/domain/sales/gift-cards/gift-card-forms.ts'
import { featuresForm } from '#app/domain/studios/app-settings/features-form.ts'
import { maintenanceForm } from '#app/domain/studios/app-settings/maintenance-form.ts'
import { menuForm } from '#app/domain/studios/app-settings/menu-form.ts'
import { lookForm } from '#app/domain/studios/brand/look-form.ts'
import { studioNameForm } from '#app/domain/studios/brand/name-form.ts'
import { contactForm } from '#app/domain/studios/contact-fields.ts'
import { peakHoursForm } from '#app/domain/studios/peak-hours-form.ts'
import { portalForm } from '#app/domain/studios/portal-form.ts'
import { weekStartForm } from '#app/domain/studios/week-start-form.ts'
import { changeWebhookForm, webhookForm } from '#app/domain/webhooks/webhook-forms.ts'
import type { Entry } from './entry.ts'

export const settingsForms: readonly Entry[] = [
  ['document', 'documents/new', newDocumentForm],
  ['field', 'settings/person-fields', addFieldForm],
  ['door', 'settings/doors', doorForm],
  ['api-key', 'settings/api-keys', apiKeyForm],
  ['test-', 'settings/doors', doorAct, 'test'],
  ['webhook', 'settings/webhooks/', changeWebhookForm],
  ['webhook', 'settings/webhooks', webhookForm],
  ['change-', 'settings/person-fields', changeFieldForm],
  ['contact', 'settings/contact', contactForm],
  ['name', 'settings/name', studioNameForm],
  ['look', 'settings/app', lookForm],
  ['features', 'settings/app/features', featuresForm],
  ['menu', 'settings/app/menu', menuForm],
  ['maintenance', 'settings/app/notice', maintenanceForm],
  ['invoices', 'settings/invoices', invoiceNumbersForm],
  ['legal', 'settings/legal', legalEntityForm],
  ['tax', 'settings/tax', taxForm],
  ['families', 'settings/families', familyDiscountForm],
  ['failed-payments', 'settings/failed-payments', dunningForm],
  ['gift-cards', 'settings/gift-cards', giftCardSettingsForm],
  ['cooling-off', 'settings/cooling-off', coolingOffForm],
  ['refunds', 'settings/refunds', refundLimitsForm('GBP')],
  ['weeks', 'settings/weeks', weekStartForm],
  ['peak-hours', 'settings/peak-hours', peakHoursForm],
  ['referrals', 'settings/referrals', referralsForm('GBP')],
  ['portal', 'settings/portal', portalForm],
  ['letters', 'settings/messages', lettersKeptForm],
  ['document', 'settings/documents', changeDocumentForm],
  ['version', 'settings/documents', newVersionForm],
  ['form', 'settings/lead-capture', leadFormForm],
  ['rename-', 'lead-capture/pipelines', stageNameForm],
  ['stage-', 'lead-capture/pipelines', stageNameForm],
  ['pipeline-', 'lead-capture/pipelines', stageNameForm],
  ['source-', 'lead-capture/pipelines', stageNameForm],
]
