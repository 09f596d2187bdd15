/** openFDA's answer with one label, of our own words. */
export function labelAnswer(label: {
  set_id: string;
  generic: string;
  brand?: string;
  type?: 'HUMAN PRESCRIPTION DRUG' | 'HUMAN OTC DRUG';
  effective?: string;
  sections: Record<string, string>;
}) {
  return { meta: { results: { skip: 0, limit: 5, total: 1 } }, results: [labelRecord(label)] };
}

export function labelRecord({
  set_id,
  generic,
  brand = generic,
  type = 'HUMAN PRESCRIPTION DRUG',
  effective = '20240301',
  sections,
}: Parameters<typeof labelAnswer>[0]) {
  return {
    set_id,
    effective_time: effective,
    openfda: {
      generic_name: [generic.toUpperCase()],
      substance_name: generic.split(' and ').map((name) => name.toUpperCase()),
      brand_name: [brand],
      product_type: [type],
    },
    ...Object.fromEntries(Object.entries(sections).map(([name, text]) => [name, [text]])),
  };
}

export const WARFARIN = labelAnswer({
  set_id: 'set-warfarin',
  generic: 'warfarin',
  brand: 'Jantoven',
  sections: {
    boxed_warning: 'WARNING: BLEEDING RISK. Warfarin can cause major or fatal bleeding.',
    contraindications:
      'Warfarin is contraindicated in pregnancy, except in women with mechanical heart valves.',
    drug_interactions:
      '7.1 Drugs that increase bleeding risk include antiplatelet agents such as aspirin. Monitor patients who take NSAIDs closely. ' +
      'Omeprazole had no clinically significant effect on the response to warfarin in one study.',
    warnings_and_cautions: 'Bleeding is more likely in the first month. Check the INR often.',
    pregnancy: 'Warfarin can cause harm to a fetus.',
  },
});

export const IBUPROFEN = labelAnswer({
  set_id: 'set-ibuprofen',
  generic: 'ibuprofen',
  sections: {
    boxed_warning: 'NSAIDs raise the risk of serious cardiovascular events.',
    drug_interactions: 'Bleeding is more likely with anticoagulants. Diuretics may work less well.',
  },
});

export const METFORMIN = labelAnswer({
  set_id: 'set-metformin',
  generic: 'metformin',
  sections: { drug_interactions: 'Carbonic anhydrase inhibitors may raise the risk of lactic acidosis.' },
});

export const NOT_FOUND = '{"error":{"code":"NOT_FOUND","message":"No matches found!"}}';
