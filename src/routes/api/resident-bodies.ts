// Bodies of residents and invitations in the API.
import { Day, Id, Instant, Nullable, OneOf, Text, Type } from '../../http/schemas.ts';
import { languages } from '../../platform/values/languages.ts';
import { invitationStatuses } from '../../residents/resident-queries.ts';
import { ownFields, ownFieldsInput } from './own-fields-bodies.ts';

const residencyRoles = ['owner', 'tenant'] as const;

/** A residency: a person's apartment, from one day to another. */
const residency = {
  role: OneOf(residencyRoles, { description: 'Whether the apartment is owned or rented.' }),
  since: Type.String({ ...Day, description: 'The first day.' }),
  until: Nullable(Type.String({ ...Day, description: 'The last day; null for a current residency.' })),
  receivesInvoice: Type.Boolean({ description: 'Whether this person receives the invoices of the apartment.' }),
};

const person = {
  name: Text(200, { examples: ['Mari Tamm'] }),
  email: Nullable(Type.String({ minLength: 3, maxLength: 254, examples: ['mari@example.org'] })),
  phone: Nullable(Text(50, { examples: ['+372 5555 5555'] })),
  language: OneOf(languages, { description: 'Language of e-mails and invoices.', examples: ['et'] }),
};

const ResidencyBody = Type.Object(
  { id: Id, apartmentId: Id, buildingId: Id, number: Text(50, { examples: ['12'] }), ...residency },
  { title: 'Residency', 'x-open-point': 'P-41', examples: [{ receivesInvoice: true }] },
);

export const ResidentBody = Type.Object(
  {
    id: Id,
    ...person,
    userId: Nullable(Type.String({ ...Id, description: 'The account, if there is one.' })),
    apartments: Type.Array(ResidencyBody),
    ...ownFields,
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'Resident', 'x-open-point': 'P-41' },
);

const { email, phone, language } = person;
const { role, until, receivesInvoice } = residency;

export const NewResidency = Type.Object(
  {
    apartmentId: Id,
    since: residency.since,
    ...Type.Partial(Type.Object({ role, until, receivesInvoice })).properties,
  },
  { title: 'NewResidency' },
);
export const ChangedResidency = Type.Partial(Type.Object(residency), { title: 'ChangedResidency' });
export const NewResident = Type.Object(
  {
    name: person.name,
    ...Type.Partial(Type.Object({ email, phone, language })).properties,
    apartments: Type.Optional(Type.Array(NewResidency, { maxItems: 100 })),
    ...ownFieldsInput,
  },
  { title: 'NewResident' },
);
export const ChangedResident = Type.Partial(
  Type.Object({
    ...person,
    userId: Type.Null({ description: 'Removes the account from the resident.' }),
    ...ownFieldsInput,
  }),
  { title: 'ChangedResident' },
);

const invitedRoles = ['resident', 'manager', 'accountant'] as const;
const invitation = {
  email: Type.String({ minLength: 3, maxLength: 254, examples: ['mari@example.org'] }),
  role: OneOf(invitedRoles, {
    description: 'The role of the person. Only an owner, in person, may invite anybody other than residents.',
  }),
};

export const NewInvitation = Type.Object(
  {
    email: invitation.email,
    apartmentId: Type.Optional({ ...Id, description: 'Required for a resident; ignored for others.' }),
    role: Type.Optional({ ...invitation.role, default: 'resident' }),
    name: Type.Optional(Text(200, { description: 'The name in the e-mail.', examples: ['Mari Tamm'] })),
    residencyRole: Type.Optional({ ...residency.role, default: 'owner' }),
    since: Type.Optional({
      ...Day,
      description:
        'The first day of the residency, never in the future; default: the day of acceptance. Invoices of earlier days go to the residents of those days. Set this day to include the new resident.',
    }),
    language: Type.Optional({ ...language, description: 'Language of the e-mail; default: the building’s.' }),
    personalCode: Type.Optional(
      Text(40, {
        description:
          'The national personal code of the only person who may accept, with its country. They accept at a sign-in provider that states it. It is stored as a keyed hash until then. Possible only if the operator has configured such a provider.',
        'x-open-point': 'P-138',
        examples: ['EE38001085718'],
      }),
    ),
  },
  {
    title: 'NewInvitation',
    'x-open-point': 'P-42',
    examples: [{ email: 'mari@example.org', apartmentId: '019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e11', name: 'Mari Tamm' }],
  },
);

export const InvitationBody = Type.Object(
  {
    id: Id,
    ...invitation,
    name: Nullable(Text(200, { examples: ['Mari Tamm'] })),
    apartmentId: Nullable(Type.String({ ...Id, description: 'Null for staff.' })),
    buildingId: Nullable(Id),
    residencyRole: Type.Unsafe<'owner' | 'tenant' | null>({
      type: ['string', 'null'],
      enum: [...residencyRoles, null],
    }),
    since: { ...Nullable(Day), description: 'Null: from the day of acceptance.' },
    language: person.language,
    status: OneOf(invitationStatuses),
    needsPersonalCode: Type.Boolean({
      description: 'Whether only the person with a certain personal code may accept.',
      'x-open-point': 'P-138',
    }),
    expiresAt: Instant,
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'Invitation', 'x-open-point': 'P-42', examples: [{ since: null }] },
);
