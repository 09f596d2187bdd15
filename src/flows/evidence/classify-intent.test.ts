import { describe, expect, it } from 'vitest';
import { intentOf } from './classify-intent.ts';

describe('intentOf', () => {
  it.each([
    ['What are the side effects of metformin?', 'side_effects'],
    ['Is ibuprofen safe in pregnancy?', 'side_effects'],
    ['Contraindications of tPA', 'side_effects'],
    ['What dose of amoxicillin for a child?', 'dosage'],
    ['How often should insulin be given?', 'dosage'],
    ['Does the HPV vaccine prevent cancer?', 'prevention'],
    ['Breast cancer screening', 'prevention'],
    ['How is COPD diagnosed?', 'diagnosis'],
    ['Symptoms of dengue', 'diagnosis'],
    ['Does dapagliflozin reduce mortality?', 'outcome'],
    ['Do statins lower cholesterol?', 'outcome'],
    ['First-line drug for hypertension', 'treatment'],
    ['How to manage asthma', 'treatment'],
    ['What is lower back pain?', 'disease_info'],
    ['What is sepsis?', 'disease_info'],
    ['payment in lieu of leave', 'disease_info'],
  ])('%j asks for %s', (question, intent) => {
    expect(intentOf(question, 'en')).toBe(intent);
  });

  it.each([
    ['Tác dụng phụ của metformin là gì?', 'side_effects'],
    ['Thuốc này có an toàn không?', 'side_effects'],
    ['Liều paracetamol cho trẻ em', 'dosage'],
    ['Phòng ngừa sâu răng', 'prevention'],
    ['Triệu chứng sốt xuất huyết', 'diagnosis'],
    ['Dapagliflozin có giảm tử vong không?', 'outcome'],
    ['Điều trị tăng huyết áp', 'treatment'],
    ['Hen phế quản là gì?', 'disease_info'],
    ['tac dung phu cua metformin', 'side_effects'],
    ['lieu paracetamol cho tre', 'dosage'],
    ['phong ngua sau rang', 'prevention'],
    ['trieu chung sot xuat huyet', 'diagnosis'],
    ['dieu tri tang huyet ap', 'treatment'],
  ])('%j asks for %s', (question, intent) => {
    expect(intentOf(question, 'vi')).toBe(intent);
  });
});
