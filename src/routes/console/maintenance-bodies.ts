// Bodies of maintenance requests in the console API.
import { Id, Instant, Nullable, OneOf, Paragraphs, Text, Type } from '../../http/schemas.ts';
import { requestStatuses } from '../../maintenance/status-transitions.ts';
import { callerKinds } from '../../platform/db/scope.ts';

const status = OneOf(requestStatuses, {
  description: 'new can change to any status; in_progress to any but new; resolved to closed, or back to in_progress.',
});
const title = Text(200, { examples: ['Katus tilgub'] });
const description = Paragraphs(10_000, { examples: ['Trepikoja laes on märg laik.'] });
const assignedTo = Nullable(Type.String({ ...Id, description: 'The responsible owner or manager.' }));

const authorFields = {
  createdBy: Type.Object({
    kind: OneOf(callerKinds),
    id: Nullable(Id),
    name: Nullable(Type.String({ description: 'Residents see only their own name.' })),
  }),
  createdAt: Instant,
};

const request = {
  id: Id,
  buildingId: Id,
  apartmentId: Nullable(Type.String({ ...Id, description: 'Null: the shared parts of the building.' })),
  title,
  description,
  status,
  assignedTo,
  answeredAt: {
    ...Nullable(Instant),
    description: 'When staff answered; null without an answer, and once a resident has written since.',
  },
  ...authorFields,
  updatedAt: Instant,
};

export const CommentBody = Type.Object(
  {
    id: Id,
    text: Paragraphs(5000),
    internal: Type.Boolean({ description: 'Visible only to owners and managers.' }),
    ...authorFields,
  },
  { title: 'MaintenanceComment' },
);

export const PhotoBody = Type.Object(
  {
    id: Id,
    mediaType: Type.String(),
    size: Type.Integer({ description: 'In bytes.' }),
    width: Type.Integer({ description: 'In pixels.' }),
    height: Type.Integer({ description: 'In pixels.' }),
    ...authorFields,
  },
  { title: 'MaintenancePhoto' },
);

export const MaintenanceRequestBody = Type.Object(request, { title: 'MaintenanceRequest', 'x-open-point': 'P-48' });
export const MaintenanceRequestDetailsBody = Type.Object(
  { ...request, comments: Type.Array(CommentBody), photos: Type.Array(PhotoBody) },
  { title: 'MaintenanceRequestWithAll', 'x-open-point': 'P-48' },
);

export const NewMaintenanceRequest = Type.Object(
  {
    buildingId: Type.Optional({ ...Id, description: 'Without apartmentId: the shared parts of the building.' }),
    apartmentId: Type.Optional({ ...Id, description: 'buildingId is not needed with it.' }),
    title,
    description,
  },
  {
    title: 'NewMaintenanceRequest',
    anyOf: [{ required: ['buildingId'] }, { required: ['apartmentId'] }],
  },
);

export const ChangedMaintenanceRequest = Type.Partial(Type.Object({ status, assignedTo, title, description }), {
  title: 'ChangedMaintenanceRequest',
});

export const NewComment = Type.Object(
  { text: Paragraphs(5000), internal: Type.Optional(Type.Boolean()) },
  { title: 'NewMaintenanceComment' },
);
