import type * as Fhir from '@medplum/fhirtypes';
import type { Principal } from '../domain/access.ts';

export type ChartResource =
  | Fhir.Patient
  | Fhir.Encounter
  | Fhir.Condition
  | Fhir.AllergyIntolerance
  | Fhir.MedicationRequest
  | Fhir.MedicationStatement
  | Fhir.Observation
  | Fhir.DocumentReference;
export type ChartResourceType = ChartResource['resourceType'];
export type ChartResources = { [Type in ChartResourceType]: Extract<ChartResource, { resourceType: Type }> };
/** Stored, so with an id and a version. */
export type Stored<Resource> = Resource & { id: string };

export interface PatientSearch {
  /** Any part of the name, in any order, in any case; the embedded chart also finds it typed without marks. */
  name?: string | undefined;
  /** A value, or `system|value`. */
  identifier?: string | undefined;
  /** YYYY-MM-DD */
  birthDate?: string | undefined;
  /** At most this many; 20 without it. */
  limit?: number;
}

/** What is known of one patient, as far as it could be read. */
export interface ChartParts {
  patient: Stored<Fhir.Patient>;
  encounters: Stored<Fhir.Encounter>[];
  conditions: Stored<Fhir.Condition>[];
  allergies: Stored<Fhir.AllergyIntolerance>[];
  medicationRequests: Stored<Fhir.MedicationRequest>[];
  /** What is said to be taken, whoever prescribed it. */
  medicationStatements: Stored<Fhir.MedicationStatement>[];
  observations: Stored<Fhir.Observation>[];
  notes: Stored<Fhir.DocumentReference>[];
  /** Types of which there is more than was read: a summary has to say so. */
  incomplete: ChartResourceType[];
}

/** A FHIR search: the parameters of `index-resource.ts`, in FHIR's own form. */
export interface ChartSearch {
  resourceType: ChartResourceType;
  parameters: readonly (readonly [name: string, value: string])[];
  count: number;
  offset: number;
}

export interface ChartPage {
  resources: Stored<ChartResource>[];
  /** Of all that match; null where the server does not say. */
  total: number | null;
  hasMore: boolean;
}

export interface Created<Resource> {
  resource: Stored<Resource>;
  /** False when a resource with this identifier was already there: then it is that one. */
  created: boolean;
}

/** An order of a chart that gets a new status, or gives way to another one. */
export interface OrderChange {
  /** As it is to be, under its own id; its `meta.versionId` is the version that was looked at. */
  order: Stored<Fhir.MedicationRequest>;
  /** What takes its place. */
  replacement?: Fhir.MedicationRequest | undefined;
}

export interface ChartCapability {
  /** Where the chart is kept, for a person to read. */
  server: string;
  fhirVersion: string;
  /** What Galen needs and the server does not promise. Empty: nothing. */
  missing: string[];
}

/**
 * The patients of one tenant, as FHIR R4. Nothing of another tenant exists here: it is not found, never forbidden. What the
 * asker must hear (no access, no server) is thrown as GalenError.
 */
export interface Chart {
  /** In the server's own order. Without any criterion: the first of all. */
  searchPatients(principal: Principal, search: PatientSearch): Promise<Stored<Fhir.Patient>[]>;
  /** Null when there is no such patient. */
  parts(principal: Principal, patientId: string): Promise<ChartParts | null>;
  read<Type extends ChartResourceType>(
    principal: Principal,
    resourceType: Type,
    id: string,
  ): Promise<Stored<ChartResources[Type]> | null>;
  history<Type extends ChartResourceType>(
    principal: Principal,
    resourceType: Type,
    id: string,
  ): Promise<Stored<ChartResources[Type]>[]>;
  search(principal: Principal, search: ChartSearch): Promise<ChartPage>;
  /**
   * Stores the resource once: of many calls with one identifier, also parallel ones and those repeated after a crash, one
   * creates it and the others get what that one made, whatever they themselves brought.
   */
  createOnce<Resource extends ChartResource>(
    principal: Principal,
    resource: Resource,
    once: { identifier: string },
  ): Promise<Created<Resource>>;
  /**
   * Changes an order once, and stores its replacement with it: both or neither. Gives back the replacement, or the changed
   * order where there is none. Refused with CHART_CHANGED where the order is no longer of the version that was looked at.
   */
  changeOnce(
    principal: Principal,
    change: OrderChange,
    once: { identifier: string },
  ): Promise<Created<Fhir.MedicationRequest>>;
  capability(): Promise<ChartCapability>;
}

/** The embedded chart, which can also be filled: the sample patients, an import. */
export interface ChartStore extends Chart {
  /** Makes each resource the current version under its own id; one unchanged, or changed by somebody else since, is left alone. */
  store(
    tenantId: string,
    resources: readonly Stored<ChartResource>[],
    by: string,
  ): Promise<{ stored: number }>;
}
