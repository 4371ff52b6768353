import type { RequestExamples } from '#shared/http/request-example';

/** The obligation after `create-obligation`, on 21 November 2026. */
const CREATED = {
  id: '<OBLIGATION_ID>',
  companyId: '<COMPANY_ID>',
  category: 'custom',
  title: 'Renew the insurance',
  description: 'With the broker in Marina.',
  frequency: 'annual',
  nextDueDate: '2090-03-01',
  lastCompletedAt: null,
  isSeeded: false,
  isActive: true,
  notifyLeadDays: [14, 1],
  daysUntilDue: 23_111,
  createdAt: '<NOW>',
  updatedAt: '<NOW>',
};

const CHANGED = { ...CREATED, description: null, nextDueDate: '2090-03-15', daysUntilDue: 23_125 };

/** A request to each endpoint of the group, which succeeds. */
export const complianceExamples: RequestExamples = {
  'create-obligation': {
    body: {
      companyId: '<COMPANY_ID>',
      category: 'custom',
      title: 'Renew the insurance',
      description: 'With the broker in Marina.',
      frequency: 'annual',
      nextDueDate: '2090-03-01',
      notifyLeadDays: [14, 1],
    },
    response: { success: true, data: CREATED },
  },
  'read-obligation': { path: { id: '<OBLIGATION_ID>' }, response: { success: true, data: CREATED } },
  'update-obligation': {
    path: { id: '<OBLIGATION_ID>' },
    body: { description: null, nextDueDate: '2090-03-15' },
    response: { success: true, data: CHANGED },
  },
  'complete-obligation': {
    path: { id: '<OBLIGATION_ID>' },
    body: { completedAt: '<NOW>' },
    response: {
      success: true,
      data: {
        ...CHANGED,
        nextDueDate: '2091-03-15',
        daysUntilDue: 23_490,
        lastCompletedAt: '<NOW>',
      },
    },
  },
  'delete-obligation': {
    path: { id: '<OBLIGATION_ID>' },
    response: { success: true, message: 'Obligation deleted.' },
  },
  'list-obligations': {
    query: { companyId: '<COMPANY_ID>', isActive: 'true', dueBefore: '2090-03-31', page: '1', limit: '20' },
    response: {
      success: true,
      data: [CHANGED],
      pagination: { page: 1, limit: 20, total: 1, totalPages: 1, hasNext: false, hasPrev: false },
    },
  },
};
