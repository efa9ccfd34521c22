// Bodies of maintenance requests on the wire.
import { Id, Instant, Nullable, OneOf, Paragraphs, Text, Type } from '../../http/schemas.ts';
import { requestStatuses } from '../../maintenance/status-transitions.ts';
import { callerKinds } from '../../platform/db/scope.ts';

const status = OneOf(requestStatuses, {
  description: 'new can become anything; in_progress anything but new; resolved closed, or in_progress again.',
});
const title = Text(200, { examples: ['Katus tilgub'] });
const description = Paragraphs(10_000, { examples: ['Trepikoja laes on märg laik.'] });
const assignedTo = Nullable(Type.String({ ...Id, description: 'Who looks after it: an owner or a manager.' }));

const authorFields = {
  createdBy: Type.Object({
    kind: OneOf(callerKinds),
    id: Nullable(Id),
    name: Nullable(Type.String({ description: 'A resident is told no name but the own.' })),
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
  ...authorFields,
  updatedAt: Instant,
};

export const CommentBody = Type.Object(
  {
    id: Id,
    text: Paragraphs(5000),
    internal: Type.Boolean({ description: 'Seen by owners and managers alone.' }),
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
    buildingId: Type.Optional({ ...Id, description: 'Alone it means the shared parts of the building.' }),
    apartmentId: Type.Optional({ ...Id, description: 'Its building need not be named.' }),
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
