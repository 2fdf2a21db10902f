/** Columns of files of what people held elsewhere, and the headers they are met under. */
import type { HoldingKind } from '#app/db/studio/imports-words.ts'

const whose = {
  name: 'Name',
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  barcode: 'Barcode',
  external_id: 'Old number',
} as const

/** What a column of each kind of file can become; in the order they are offered. */
export const holdingTargets = {
  packs: {
    ...whose,
    offer: 'Pack',
    remaining: 'Classes left',
    classes: 'Classes bought',
    expires_on: 'Valid until',
    starts_on: 'Valid from',
    bought_on: 'Bought on',
    returned: 'Returned (yes or no)',
    contract: 'Contract it belongs to',
    reference: 'Number of the purchase',
  },
  memberships: {
    ...whose,
    offer: 'Plan',
    price: 'Regular payment',
    frequency: 'How often it is paid',
    next_on: 'Next payment',
    starts_on: 'Started',
    ends_on: 'Ends',
    renews: 'Renews (yes or no)',
    freeze_from: 'Frozen from',
    freeze_until: 'Frozen until',
    payer_id: 'Old number of the payer',
    payer: 'Who pays',
    reference: 'Number of the contract',
  },
  balances: { ...whose, balance: 'Balance', card: 'Gift card' },
  visits: {
    ...whose,
    visited_on: 'Day',
    visited_at: 'Time',
    class: 'Class',
    status: 'Status',
    reference: 'Number of the visit',
  },
  families: {
    relation: 'What the first is',
    external_id: 'Old number of the first',
    barcode: 'Barcode of the first',
    email: 'Email of the first',
    name: 'Name of the first',
    first_name: 'First name of the first',
    last_name: 'Last name of the first',
    other_relation: 'What the second is',
    other_id: 'Old number of the second',
    other_barcode: 'Barcode of the second',
    other_email: 'Email of the second',
    other_name: 'Name of the second',
    other_first: 'First name of the second',
    other_last: 'Last name of the second',
    reference: 'Number of the relation',
  },
  levels: {
    ...whose,
    ladder: 'Ladder',
    level: 'Level',
    stripes: 'Stripes',
    reached_on: 'Reached on',
    examiner: 'Examiner',
  },
} as const satisfies Record<HoldingKind, Readonly<Record<string, string>>>

type Targets<Kind extends HoldingKind> = keyof (typeof holdingTargets)[Kind]

/** Columns that are dates. */
export const holdingDates: ReadonlySet<string> = new Set([
  ...['bought_on', 'starts_on', 'expires_on', 'ends_on', 'next_on'],
  ...['freeze_from', 'freeze_until', 'visited_on', 'reached_on'],
])

const knownWhose: Record<keyof typeof whose, string> = {
  name: 'name fullname clientname membername customername customer client member receivingclient',
  first_name: 'firstname first forename vorname prenom nombre',
  last_name: 'lastname last surname nachname nom apellido',
  email: 'email emailname emailaddress clientemail memberemail customeremail mail emailadresse',
  barcode: 'barcode barcodeid cardnumber keytag',
  external_id: 'mbsystemid receivingclientid memberid clientid customerid mitgliedsnummer',
}

/** Headers met in the field (formats.md). */
export const knownOfHoldings: { [Kind in HoldingKind]: Record<Targets<Kind>, string> } = {
  packs: {
    ...knownWhose,
    offer: 'description pack package packname pricingoption passname pass product karte',
    remaining:
      'remaining left classesleft creditsleft creditsremaining remainingsessions sessionsleft rest',
    classes: 'numclasses classes credits sessions',
    expires_on: 'expdate expires expirydate expirationdate expiry validuntil gultigbis',
    starts_on: 'activedate activationdate startdate validfrom gultigab',
    bought_on: 'paymentdate purchasedate saledate boughton purchasedon kaufdatum',
    returned: 'returned refunded',
    contract: 'clientcontractid contractid',
    reference: 'pmtrefno reference purchaseid paymentid',
  },
  memberships: {
    ...knownWhose,
    offer: 'contractname plan planname membership membershipplan membershipname tarif',
    price: 'normalpaymentamount price amount regularpayment recurringamount betrag',
    frequency: 'paymentfrequency frequency interval billingcycle billingfrequency',
    next_on: 'nextpaymentdate nextbillingdate nextpayment nextbilldate renewaldate',
    starts_on: 'contractstartdate startdate started joindate membersince',
    ends_on: 'contractenddate enddate ends expirydate',
    renews: 'autorenewing autorenew autorenews renews',
    freeze_from: 'contractsuspendstartdate suspendstartdate freezestart freezefrom frozenfrom',
    freeze_until: 'contractsuspendenddate suspendenddate freezeend freezeuntil frozenuntil',
    payer_id: 'payingclientid',
    payer: 'payingclient payer',
    reference: 'clientcontractid contractid membershipid',
  },
  balances: {
    ...knownWhose,
    balance: 'balance accountbalance credit amount guthaben saldo',
    card: 'giftcardextid giftcard giftcardnumber',
  },
  visits: {
    ...knownWhose,
    visited_on: 'visitdate date day classdate datum',
    visited_at: 'visitstarttime starttime time zeit',
    class: 'description class classname session kurs',
    status: 'status attendance',
    reference: 'visitid visitrefno bookingid',
  },
  families: {
    relation: 'relname1',
    external_id: 'mbsystemid1',
    barcode: 'barcodeid1',
    email: 'email1 parentemail guardianemail',
    name: 'name1 parent guardian parentname guardianname',
    first_name: 'firstname1',
    last_name: 'lastname1',
    other_relation: 'relname2',
    other_id: 'mbsystemid2',
    other_barcode: 'barcodeid2',
    other_email: 'email2 childemail',
    other_name: 'name2 child childname',
    other_first: 'firstname2',
    other_last: 'lastname2',
    reference: 'relationid',
  },
  levels: {
    ...knownWhose,
    ladder: 'ladder track program discipline',
    level: 'level rank belt grade currentrank beltrank stufe gurt',
    stripes: 'stripes stripe',
    reached_on:
      'reachedon date datum promotiondate promotedon promoted gradedon gradingdate rankdate since',
    examiner: 'examiner gradedby promotedby assessor instructor coach pruefer',
  },
}

const needsPerson = {
  one: ['external_id', 'barcode', 'email'],
  sentence: 'Choose the column that says whose each row is: the old number, barcode or email.',
}

/** What a file cannot do without: one of these columns each. */
export const holdingNeeds: Record<HoldingKind, { one: string[]; sentence: string }[]> = {
  packs: [
    needsPerson,
    { one: ['offer'], sentence: 'Choose the column that has the name of the pack.' },
    { one: ['remaining'], sentence: 'Choose the column that has the classes left.' },
  ],
  memberships: [
    needsPerson,
    { one: ['offer'], sentence: 'Choose the column that has the name of the plan.' },
    { one: ['next_on'], sentence: 'Choose the column that has the day of the next payment.' },
  ],
  balances: [
    needsPerson,
    { one: ['balance'], sentence: 'Choose the column that has the balance.' },
  ],
  visits: [
    needsPerson,
    { one: ['visited_on'], sentence: 'Choose the column that has the day of the visit.' },
  ],
  families: [
    needsPerson,
    {
      one: ['other_id', 'other_barcode', 'other_email'],
      sentence: 'Choose the column that says who the second person of each row is.',
    },
    { one: ['relation', 'other_relation'], sentence: 'Choose the column that says what they are.' },
  ],
  levels: [
    {
      one: ['external_id', 'barcode', 'email', 'name', 'last_name'],
      sentence:
        'Choose the column that says whose each row is: the old number, barcode, email or name.',
    },
    { one: ['level'], sentence: 'Choose the column that has the level.' },
    { one: ['reached_on'], sentence: 'Choose the column that has the day it was reached.' },
  ],
}
