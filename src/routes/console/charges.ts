// Console API: adding charges to a building, also typical ones, with codes made from their names; and their ledger
// accounts, which accountants set.
import { createdResponse, okResponse, operation, showsData, showsNew, tagged } from '../../http/operation.ts';
import { Nullable, OneOf, Text, Type } from '../../http/schemas.ts';
import { bases, meterTypes } from '../../platform/values/bases.ts';
import { addCharges, maxCharges, setLedgerAccounts } from '../../properties/buildings.ts';
import { proposeCharges } from '../../properties/charge-templates.ts';
import { ChargeBody } from '../api/building-bodies.ts';

const { name, basis, vatRate, unitPrice, costFrom, billUnit, meterType, divideBy, estimateMissingFromMonths, account } =
  ChargeBody.properties;

const propose = operation({
  name: 'proposeCharges',
  route: 'GET /buildings/:id/charge-templates',
  summary: 'List typical charges for a building',
  description:
    'The usual charges of an apartment association, named in the language of the building’s invoices. The VAT rate is the standard rate of the organization’s country if its sender details have a VAT number, otherwise 0.',
  permission: 'buildings:write',
  rules: ['unlogged'],
  responses: showsData(
    'The typical charges.',
    Type.Object({
      vatRate: Type.Number({ description: 'The VAT rate of new charges, in percent.', examples: [24] }),
      charges: Type.Array(
        Type.Object({
          template: Type.String({ examples: ['repair_fund'] }),
          name: Type.String({ examples: ['Remondifond'] }),
          basis: OneOf(bases),
          meterType: Type.Optional(OneOf(meterTypes)),
          costFrom: Type.Unsafe<'supplier_bill' | null>({
            type: ['string', 'null'],
            enum: ['supplier_bill', null],
            description: 'Null: by a price.',
          }),
          billUnit: Type.Optional(Type.String({ examples: ['MWh'] })),
          vatRate: Type.Number({ examples: [0] }),
          exists: Type.Boolean({ description: 'The building has a charge of this name.' }),
        }),
      ),
    }),
  ),
  openPoints: ['P-94'],
  handle: async (scope, { params: { id = '' } }) => okResponse(await proposeCharges(scope, id)),
});

const add = operation({
  name: 'addCharges',
  route: 'POST /buildings/:id/charges',
  summary: 'Add charges to a building',
  description:
    'Adds all of the charges or, if one is invalid, none. The code of each is made from its name. Existing charges and invoices do not change.',
  permission: 'buildings:write',
  body: Type.Object(
    {
      charges: Type.Array(
        Type.Object({
          ...{
            name,
            basis,
            vatRate,
            unitPrice,
            costFrom,
            billUnit,
            meterType,
            divideBy,
            estimateMissingFromMonths,
            account,
          },
        }),
        { minItems: 1, maxItems: maxCharges },
      ),
    },
    { examples: [{ charges: [{ name: 'Remondifond', basis: 'area', unitPrice: 0.55, vatRate: 0 }] }] },
  ),
  responses: showsNew('The new charges.', Type.Object({ charges: Type.Array(ChargeBody) })),
  openPoints: ['P-32', 'P-94'],
  handle: async (scope, { params: { id = '' }, body }) =>
    createdResponse({ charges: await addCharges(scope, id, body.charges) }, `${scope.config.basePath}/buildings/${id}`),
});

const setAccounts = operation({
  name: 'setLedgerAccounts',
  route: 'PUT /buildings/:id/ledger-accounts',
  summary: 'Set the ledger accounts of charges',
  description: 'Of the given charges, by their codes. The ledger export shows them at once, for earlier invoices too.',
  permission: 'invoices:change',
  body: Type.Object({
    accounts: Type.Array(
      Type.Object({
        charge: { ...ChargeBody.properties.code, examples: ['heating'] },
        account: Nullable(Text(30, { description: 'The ledger account; null: none.', examples: ['3010'] })),
      }),
      { minItems: 1, maxItems: maxCharges },
    ),
  }),
  responses: showsData('The charges.', Type.Object({ charges: Type.Array(ChargeBody) })),
  openPoints: ['P-94'],
  handle: async (scope, { params: { id = '' }, body }) =>
    okResponse({ charges: await setLedgerAccounts(scope, id, body.accounts) }),
});

export const chargeOperations = tagged('Buildings', [propose, add, setAccounts]);
